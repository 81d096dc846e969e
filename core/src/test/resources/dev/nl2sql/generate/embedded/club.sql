CREATE TABLE player (player_id INT PRIMARY KEY, name VARCHAR(60), city VARCHAR(40), signup_date DATE);
CREATE TABLE court (court_id INT PRIMARY KEY, name VARCHAR(60), surface VARCHAR(40));
CREATE TABLE booking (booking_id INT PRIMARY KEY, player_id INT REFERENCES player, court_id INT REFERENCES court, booked_at TIMESTAMP NOT NULL, hours INT);
INSERT INTO player VALUES (1,'Ona Berg','Turku','2026-02-03'),(2,'Per Dahl','Turku','2026-09-08'),(3,'Rui Costa','Porto','2025-11-30'),(4,'Sia Lund','Porto','2026-05-05');
INSERT INTO court VALUES (1,'North','Clay'),(2,'South','Grass');
INSERT INTO booking VALUES (1,1,1,'2026-09-01 10:00:00',2),(2,1,2,'2026-09-03 10:00:00',1),(3,1,1,'2026-10-02 10:00:00',1),(4,3,1,'2026-09-20 10:00:00',3),(5,2,2,'2026-09-05 10:00:00',2);
