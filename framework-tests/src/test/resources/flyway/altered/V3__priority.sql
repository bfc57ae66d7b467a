ALTER TABLE t_order ADD COLUMN priority INT NOT NULL DEFAULT 3;
CREATE INDEX order_status ON t_order (status);
INSERT INTO t_order (order_id, user_id, status, note, priority) VALUES (5, 1, 'NEW', 'urgent', 1);
