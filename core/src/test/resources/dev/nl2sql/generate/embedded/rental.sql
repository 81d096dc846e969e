-- a car rental and its music: people in several relations, dates in all of them, years as numbers
CREATE TABLE branches (id INT PRIMARY KEY, name VARCHAR(30) NOT NULL, phone VARCHAR(20));
CREATE TABLE customers (
  id INT PRIMARY KEY, first_name VARCHAR(30) NOT NULL, last_name VARCHAR(30) NOT NULL,
  occupation VARCHAR(30), birth_date DATE, email VARCHAR(60));
CREATE TABLE employees (
  id INT PRIMARY KEY, first_name VARCHAR(30) NOT NULL, last_name VARCHAR(30) NOT NULL, job VARCHAR(30),
  salary DECIMAL(10, 2), hired_on DATE, manager_id INT REFERENCES employees);
CREATE TABLE cars (
  id INT PRIMARY KEY, make VARCHAR(30) NOT NULL, model VARCHAR(30) NOT NULL, model_year INT, mileage INT,
  last_service DATE, branch_id INT REFERENCES branches);
CREATE TABLE rentals (
  id INT PRIMARY KEY, customer_id INT NOT NULL REFERENCES customers, car_id INT NOT NULL REFERENCES cars,
  pickup_date DATE NOT NULL, return_date DATE, total_price DECIMAL(10, 2), km_driven INT);
CREATE TABLE damages (
  id INT PRIMARY KEY, rental_id INT NOT NULL REFERENCES rentals, description VARCHAR(40), repair_cost DECIMAL(8, 2));
INSERT INTO branches VALUES (1, 'North', '11-22'), (2, 'South', NULL);
INSERT INTO customers VALUES
  (1, 'John', 'Smith', 'pilot', '1980-05-01', 'js@x'), (2, 'Mia', 'Rossi', 'cook', '1990-06-01', NULL),
  (3, 'Karl', 'Weber', 'pilot', '2023-02-01', 'kw@x');
INSERT INTO employees VALUES
  (2, 'Eva', 'Hill', 'boss', 4000, '2012-03-01', NULL), (1, 'Ben', 'Novak', 'clerk', 2000, '2016-03-01', 2),
  (3, 'Tom', 'Brown', 'clerk', 2100, NULL, 2);
INSERT INTO cars VALUES
  (1, 'VW', 'Golf', 2019, 60000, '2023-01-05', 1), (2, 'Tesla', 'Model Y', 2022, 10000, '2022-04-01', 1),
  (3, 'VW', 'Passat', 2018, 90000, NULL, 2);
INSERT INTO rentals VALUES
  (1, 1, 1, '2023-03-01', '2023-03-05', 200, 500), (2, 1, 2, '2024-03-01', NULL, 300, 900), (3, 2, 1, '2022-07-01', '2022-07-02', 90, 70000);
INSERT INTO damages VALUES (1, 1, 'scratch', 120), (2, 3, 'dent', 400);
