CREATE TABLE customers (
  customer_id INTEGER PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  email VARCHAR(80) NOT NULL,
  city VARCHAR(40) NOT NULL,
  signup_date DATE NOT NULL
);
CREATE TABLE products (
  product_id INTEGER PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  category VARCHAR(40) NOT NULL,
  price DECIMAL(10, 2) NOT NULL
);
CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (customer_id),
  order_date DATE NOT NULL,
  status VARCHAR(20) NOT NULL,
  order_value DECIMAL(10, 2) NOT NULL
);
CREATE TABLE order_items (
  order_item_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  product_id INTEGER NOT NULL REFERENCES products (product_id),
  quantity INTEGER NOT NULL,
  unit_price DECIMAL(10, 2) NOT NULL
);
CREATE TABLE payments (
  payment_id INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (order_id),
  method VARCHAR(20) NOT NULL,
  amount DECIMAL(10, 2) NOT NULL,
  paid_at TIMESTAMP NOT NULL
);
COMMENT ON TABLE customers IS 'people who have an account in the shop';
COMMENT ON TABLE products IS 'what the shop sells';
COMMENT ON TABLE orders IS 'one row per order';
COMMENT ON TABLE order_items IS 'the products of an order';
COMMENT ON TABLE payments IS 'money received for orders';
COMMENT ON COLUMN orders.order_value IS 'sum of quantity times unit price of its items';
