DROP TABLE IF EXISTS t_order_item, t_order, t_parcel;
DROP TABLE IF EXISTS t_audit;
DROP TABLE IF EXISTS t_country;
CREATE TABLE t_country (
  code VARCHAR(2) PRIMARY KEY,
  title VARCHAR(60),
  CONSTRAINT uk_title UNIQUE (title)
);
CREATE TABLE IF NOT EXISTS `t_order` (
  `order_id` BIGINT NOT NULL COMMENT 'the number; from outside',
  user_id BIGINT NOT NULL,
  order_no VARCHAR(32) DEFAULT '' NOT NULL,
  status VARCHAR(2),
  created_at TIMESTAMP,
  PRIMARY KEY (order_id),
  UNIQUE KEY uk_order_no (user_id, order_id, order_no),
  KEY idx_user (user_id, status),
  CONSTRAINT fk_order_country FOREIGN KEY (status) REFERENCES t_country (code),
  CONSTRAINT ck_order_no CHECK (order_no <> '' AND order_no NOT LIKE '-%')
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='orders';
CREATE TABLE t_order_item (
  item_id BIGINT CONSTRAINT pk_item PRIMARY KEY,
  order_id BIGINT NOT NULL REFERENCES t_order (order_id) ON DELETE CASCADE,
  user_id BIGINT NOT NULL,
  product VARCHAR(100) NOT NULL
);
CREATE TABLE t_parcel (order_id INT, user_id INT);
CREATE TABLE t_audit (
  id INT AUTO_INCREMENT PRIMARY KEY,
  country VARCHAR(2),
  CONSTRAINT fk_audit FOREIGN KEY (country) REFERENCES t_country (code)
);
CREATE INDEX IF NOT EXISTS idx_created ON t_order (created_at);
COMMENT ON COLUMN t_order.order_no IS 'it''s printed';
