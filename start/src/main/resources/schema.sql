-- The logical table; Shardkit creates t_order_0 and t_order_1 in both databases
CREATE TABLE IF NOT EXISTS t_order (
  order_id BIGINT PRIMARY KEY,
  user_id  BIGINT NOT NULL,
  product  VARCHAR(100) NOT NULL,
  price    DECIMAL(12, 2) NOT NULL
);
