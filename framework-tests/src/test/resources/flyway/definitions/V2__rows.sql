INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'NEW'), (2, 1, 'NEW'), (3, 2, 'NEW'), (4, 2, 'PAID');
INSERT INTO t_country VALUES (1, 'NZ');
INSERT INTO app_tag VALUES (1, 'one');
UPDATE t_order SET status = 'NEW' WHERE order_id = 4;
DELETE FROM t_order WHERE order_id = 2;
