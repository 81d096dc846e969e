INSERT INTO books (title, price) VALUES ('Ulysses', 12.50);
INSERT INTO books (title, price) VALUES ('Emma; or; it''s', 7.00);
INSERT INTO books (title, price) VALUES ('ask', NULL);
