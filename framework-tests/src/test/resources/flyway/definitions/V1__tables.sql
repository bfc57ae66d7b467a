CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, status VARCHAR(20));
CREATE TABLE t_order_item (item_id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, user_id BIGINT NOT NULL);
CREATE TABLE t_country (id BIGINT PRIMARY KEY, name VARCHAR(50));
CREATE TABLE app_tag (id BIGINT PRIMARY KEY, name VARCHAR(50));
CREATE INDEX ix_status ON t_order (status);
CREATE UNIQUE INDEX ix_key ON t_order (order_id, user_id);
CREATE INDEX ix_country ON t_country (name);
CREATE INDEX ix_tag ON app_tag (name);
