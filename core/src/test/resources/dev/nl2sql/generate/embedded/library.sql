CREATE TABLE author (author_id INT PRIMARY KEY, name VARCHAR(60), country VARCHAR(40), born DATE);
CREATE TABLE book (book_id INT PRIMARY KEY, title VARCHAR(80), author_id INT REFERENCES author, genre VARCHAR(30), price DECIMAL(8,2), pages INT, in_print BOOLEAN);
CREATE TABLE member (member_id INT PRIMARY KEY, full_name VARCHAR(60), town VARCHAR(40), age INT, joined_on DATE, email VARCHAR(60));
CREATE TABLE loan (loan_id INT PRIMARY KEY, book_id INT REFERENCES book, member_id INT REFERENCES member, loaned_at TIMESTAMP, fine DECIMAL(8,2));
INSERT INTO author VALUES (1,'Ada Moor','Ireland','1950-02-01'),(2,'Ben Okri','Nigeria','1959-03-15'),(3,'Cora Lind','Sweden','1971-07-07');
INSERT INTO book VALUES (1,'Tides','1','Poetry',12.50,90,TRUE),(2,'Harbour',1,'Novel',20.00,310,TRUE),(3,'Roads',2,'Novel',25.00,500,FALSE),(4,'Winter','3','Travel',30.00,220,TRUE);
INSERT INTO member VALUES (1,'Mia Holt','Bergen',34,'2026-01-10','mia@x'),(2,'Noa Reed','Oslo',28,'2026-09-05',NULL),(3,'Lee Park','Oslo',51,'2025-05-20','lee@x'),(4,'Kim Vale','Bergen',19,'2026-09-20','kim@x');
INSERT INTO loan VALUES (1,1,1,'2026-09-02 10:00:00',0),(2,2,1,'2026-09-12 11:00:00',2.5),(3,3,1,'2026-10-01 09:00:00',1.5),(4,2,2,'2026-08-15 16:00:00',0),(5,3,3,'2025-12-24 12:00:00',4);
