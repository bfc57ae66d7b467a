-- Status and country code have a binary collation: what is grouped or ordered over several shards is compared once more
-- where the shards' answers are merged, and only characters compared as such are equal here and there.
-- created_at is a DATETIME: the order of a TIMESTAMP is not that of its text in the hour that summer time repeats, so pages
-- by it would be gathered in one database instead of merged.
-- The indexes stand in the tables, as MySQL has no CREATE INDEX IF NOT EXISTS.
CREATE TABLE IF NOT EXISTS t_order (
  order_id     BIGINT NOT NULL AUTO_INCREMENT,
  user_id      BIGINT NOT NULL,
  country_code VARCHAR(2) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  status       VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  total_amount DECIMAL(12, 2) NOT NULL,
  created_at   DATETIME(6) NOT NULL,
  PRIMARY KEY (order_id),
  KEY ix_order_user (user_id, created_at),
  KEY ix_order_status (status, created_at)
);

CREATE TABLE IF NOT EXISTS t_order_item (
  item_id    BIGINT NOT NULL AUTO_INCREMENT,
  order_id   BIGINT NOT NULL,
  user_id    BIGINT NOT NULL,
  product    VARCHAR(100) CHARACTER SET utf8mb4 NOT NULL,
  quantity   INTEGER NOT NULL,
  unit_price DECIMAL(12, 2) NOT NULL,
  PRIMARY KEY (item_id),
  KEY ix_order_item_order (order_id)
);

CREATE TABLE IF NOT EXISTS t_country (
  code VARCHAR(2) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  name VARCHAR(60) CHARACTER SET utf8mb4 NOT NULL,
  PRIMARY KEY (code)
);
