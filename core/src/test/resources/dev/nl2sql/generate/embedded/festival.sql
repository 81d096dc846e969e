-- a film festival: subsets of people, two ways from people to films, numbers that are stored as well
CREATE TABLE person (person_id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(40) NOT NULL);
CREATE TABLE director (director_id INT PRIMARY KEY, person_id INT NOT NULL REFERENCES person, award VARCHAR(40));
CREATE TABLE ref_rating (rating_code VARCHAR(4) PRIMARY KEY, rating_description VARCHAR(40) NOT NULL);
CREATE TABLE film (
  film_id INT PRIMARY KEY, title VARCHAR(40) NOT NULL, genre VARCHAR(20) NOT NULL, country VARCHAR(10) NOT NULL,
  minutes INT NOT NULL, number_of_screenings INT NOT NULL,
  director_id INT NOT NULL REFERENCES director, rating_code VARCHAR(4) NOT NULL REFERENCES ref_rating);
CREATE TABLE screening (screening_id INT PRIMARY KEY, film_id INT NOT NULL REFERENCES film, seats INT NOT NULL);
CREATE TABLE plays_in (person_id INT REFERENCES person, film_id INT REFERENCES film, PRIMARY KEY (person_id, film_id));
CREATE TABLE writes_for (person_id INT REFERENCES person, film_id INT REFERENCES film, PRIMARY KEY (person_id, film_id));
INSERT INTO person VALUES (1, 'Ann Lee', 'Oslo'), (2, 'Bo Ek', 'Bergen'), (3, 'Cy Day', 'Oslo'), (4, 'Di Fox', 'Paris');
INSERT INTO director VALUES (1, 1, 'Bear'), (2, 3, NULL);
INSERT INTO ref_rating VALUES ('R', 'restricted'), ('G', 'for everybody');
INSERT INTO film VALUES
  (1, 'Dawn', 'Drama', 'USA', 90, 7, 1, 'G'), (2, 'Dusk', 'Drama', 'Norway', 120, 1, 2, 'R'),
  (3, 'Noon', 'Comedy', 'Norway', 100, 2, 1, 'G');
INSERT INTO screening VALUES (1, 1, 10), (2, 2, 200), (3, 2, 40), (4, 3, 30);
INSERT INTO plays_in VALUES (2, 1), (4, 1), (4, 2), (4, 3);
INSERT INTO writes_for VALUES (1, 1), (2, 2);
