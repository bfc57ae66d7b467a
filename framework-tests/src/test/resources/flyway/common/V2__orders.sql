CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL);
ALTER TABLE t_order ADD COLUMN status VARCHAR(20);
CREATE INDEX t_order_status ON t_order (status);
