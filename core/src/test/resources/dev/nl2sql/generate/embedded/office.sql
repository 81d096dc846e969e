-- a law office whose names are folded into one word, rows that refer to each other, amounts of many rows
CREATE TABLE lawyers (
  lawyerid INT PRIMARY KEY, fullname VARCHAR(40), title VARCHAR(20), joinedon DATE, lefton DATE,
  supervisorid INT REFERENCES lawyers);
CREATE TABLE clients (
  clientid INT PRIMARY KEY, clientname VARCHAR(40), clienttype VARCHAR(20), insurer VARCHAR(20), city VARCHAR(20));
CREATE TABLE matters (
  matterid INT PRIMARY KEY, mattertitle VARCHAR(40), clientid INT NOT NULL REFERENCES clients,
  lawyerid INT REFERENCES lawyers, openedon DATE, closedon DATE, status VARCHAR(10), budget DECIMAL(10, 2));
CREATE TABLE hearings (
  hearingid INT PRIMARY KEY, matterid INT NOT NULL REFERENCES matters, startsat TIMESTAMP, endsat TIMESTAMP,
  expireson DATE);
INSERT INTO lawyers VALUES
  (1, 'Ann Cole', 'Partner', '2001-02-01', NULL, NULL), (2, 'Sam Fox', 'Associate', '2016-01-10', NULL, 1),
  (3, 'Leo Marsh', 'Trainee', '2024-09-01', '2026-06-30', 2);
INSERT INTO clients VALUES
  (1, 'North Ltd', 'Company', 'Axis', 'Cork'), (2, 'Mary Doyle', 'Individual', NULL, 'Dublin'),
  (3, 'Tom Hughes', 'Individual', NULL, 'Cork'), (4, 'Old Mill', 'Trust', 'Axis', 'Dublin');
INSERT INTO matters VALUES
  (1, 'Lease', 1, 1, '2026-03-01', NULL, 'Open', 400), (2, 'Claim', 1, 2, '2025-05-10', '2026-04-30', 'Closed', 250),
  (3, 'Divorce', 2, 2, '2026-02-20', '2025-10-05', 'Closed', 300);
INSERT INTO hearings VALUES
  (1, 2, '2026-02-10 10:00:00', '2026-02-10 11:00:00', '2026-03-01'),
  (2, 3, '2026-09-30 09:30:00', '2026-09-30 15:00:00', NULL);
