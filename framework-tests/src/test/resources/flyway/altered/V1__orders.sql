CREATE TABLE t_order (
    order_id BIGINT PRIMARY KEY,
    user_id  BIGINT NOT NULL,
    status   VARCHAR(20)
);
INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'NEW'), (2, 1, 'NEW'), (3, 2, 'NEW'), (4, 2, 'NEW');
