-- firms and their staff: names in two parts, columns that people call by other words
CREATE TABLE company (
  company_id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, headquarters VARCHAR(40) NOT NULL,
  company_phone VARCHAR(20) NOT NULL, other_details VARCHAR(40));
CREATE TABLE staff (
  staff_id INT PRIMARY KEY, first_name VARCHAR(40) NOT NULL, last_name VARCHAR(40) NOT NULL,
  job VARCHAR(40) NOT NULL, hometown VARCHAR(40) NOT NULL, company_id INT NOT NULL REFERENCES company);
INSERT INTO company VALUES (1, 'Acme', 'Oslo', '11', 'makes anvils'), (2, 'Brix', 'Bergen', '22', 'sells toys');
INSERT INTO staff VALUES
  (1, 'Ann', 'Lee', 'cook', 'Paris', 1), (2, 'Bo', 'Ek', 'clerk', 'Rome', 1), (3, 'Cy', 'Day', 'cook', 'Rome', 2);
CREATE TABLE orders (
  order_id INT PRIMARY KEY, company_id INT NOT NULL REFERENCES company, order_date DATE NOT NULL,
  updated_on DATE NOT NULL, state VARCHAR(20) NOT NULL, delete_reason VARCHAR(40));
INSERT INTO orders VALUES
  (1, 1, '2026-01-05', '2026-02-01', 'update', NULL), (2, 1, '2026-01-09', '2026-03-01', 'drop', 'lost'),
  (3, 2, '2026-02-02', '2026-03-02', 'open', 'late');
