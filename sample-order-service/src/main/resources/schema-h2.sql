CREATE TABLE IF NOT EXISTS t_order (
  order_id     BIGINT NOT NULL AUTO_INCREMENT,
  user_id      BIGINT NOT NULL,
  country_code VARCHAR(2) NOT NULL,
  status       VARCHAR(20) NOT NULL,
  total_amount DECIMAL(12, 2) NOT NULL,
  created_at   TIMESTAMP(6) NOT NULL,
  PRIMARY KEY (order_id)
);

CREATE INDEX IF NOT EXISTS ix_order_user ON t_order (user_id, created_at);
CREATE INDEX IF NOT EXISTS ix_order_status ON t_order (status, created_at);

CREATE TABLE IF NOT EXISTS t_order_item (
  item_id    BIGINT NOT NULL AUTO_INCREMENT,
  order_id   BIGINT NOT NULL,
  user_id    BIGINT NOT NULL,
  product    VARCHAR(100) NOT NULL,
  quantity   INTEGER NOT NULL,
  unit_price DECIMAL(12, 2) NOT NULL,
  PRIMARY KEY (item_id)
);

CREATE INDEX IF NOT EXISTS ix_order_item_order ON t_order_item (order_id);

CREATE TABLE IF NOT EXISTS t_country (
  code VARCHAR(2) NOT NULL,
  name VARCHAR(60) NOT NULL,
  PRIMARY KEY (code)
);
