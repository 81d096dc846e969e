CREATE TABLE firm (firm_id INT PRIMARY KEY, firm_name VARCHAR(60));
CREATE TABLE broker (broker_id INT PRIMARY KEY, full_name VARCHAR(60), chief_id INT REFERENCES broker(broker_id), home_firm_id INT REFERENCES firm(firm_id));
CREATE TABLE seeing (seeing_id INT PRIMARY KEY, broker_id INT REFERENCES broker(broker_id), firm_id INT REFERENCES firm(firm_id));
CREATE TABLE holder (holder_id INT PRIMARY KEY, full_name VARCHAR(60), state VARCHAR(20));
CREATE TABLE policy (policy_no VARCHAR(8) PRIMARY KEY, holder_id INT REFERENCES holder(holder_id), broker_id INT REFERENCES broker(broker_id), status VARCHAR(10), starts_on DATE, valid_to DATE);
CREATE TABLE surveyor (surveyor_id INT PRIMARY KEY, full_name VARCHAR(60), active BOOLEAN);
CREATE TABLE claim (claim_id INT PRIMARY KEY, title VARCHAR(40), policy_no VARCHAR(8) REFERENCES policy(policy_no), surveyor_id INT REFERENCES surveyor(surveyor_id), kind VARCHAR(10), progress VARCHAR(10), opened_at TIMESTAMP, disputed BOOLEAN);
CREATE TABLE visit (visit_id INT PRIMARY KEY, claim_id INT REFERENCES claim(claim_id), hours DECIMAL(5,1), billable BOOLEAN);
CREATE TABLE transfer (transfer_id INT PRIMARY KEY, claim_id INT REFERENCES claim(claim_id), receiver VARCHAR(60), amount DECIMAL(9,2));
CREATE TABLE label (label_id INT PRIMARY KEY, label VARCHAR(20));
CREATE TABLE claim_label (claim_id INT REFERENCES claim(claim_id), label_id INT REFERENCES label(label_id), PRIMARY KEY (claim_id, label_id));
CREATE TABLE extra (extra_id INT PRIMARY KEY, extra_name VARCHAR(40), family VARCHAR(20), is_legal BOOLEAN);

INSERT INTO firm VALUES (1, 'North'), (2, 'South');
INSERT INTO broker VALUES (1, 'Vera Stone', NULL, 1), (2, 'Omar Lind', 1, 2), (3, 'Pia Holm', 1, NULL);
INSERT INTO seeing VALUES (1, 1, 2);
INSERT INTO holder VALUES (1, 'Rosa Marin', 'Ohio'), (2, 'Karl Benz', 'Utah'), (3, 'Lena Fox', 'Ohio');
INSERT INTO policy VALUES
  ('P-1', 1, 2, 'active', DATE '2025-01-01', DATE '2026-12-31'),
  ('P-2', 2, 2, 'expired', DATE '2024-01-01', DATE '2025-01-01'),
  ('P-3', 2, 3, 'active', DATE '2026-03-01', DATE '2027-03-01');
INSERT INTO surveyor VALUES (1, 'Tim Moor', TRUE), (2, 'Ada Birk', FALSE);
INSERT INTO claim VALUES
  (1, 'Roof', 'P-1', 1, 'storm', 'open', TIMESTAMP '2026-01-10 09:00:00', FALSE),
  (2, 'Cellar', 'P-1', 2, 'flood', 'done', TIMESTAMP '2026-02-11 09:00:00', TRUE),
  (3, 'Garage', 'P-1', 1, 'storm', 'closed', TIMESTAMP '2026-02-12 09:00:00', FALSE);
INSERT INTO visit VALUES (1, 1, 6.0, TRUE), (2, 1, 7.5, FALSE), (3, 2, 3.0, FALSE);
INSERT INTO transfer VALUES (1, 1, 'Otto Kern', 500.00), (2, 2, 'Rosa Marin', 90.00);
INSERT INTO label VALUES (1, 'urgent'), (2, 'large');
INSERT INTO claim_label VALUES (1, 1), (1, 2), (2, 1);
INSERT INTO extra VALUES (1, 'Letters', 'legal', TRUE), (2, 'Court', 'travel', TRUE), (3, 'Towing', 'car', FALSE);
