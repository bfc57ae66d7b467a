INSERT INTO t_order (order_id, user_id, status) VALUES (1, 1, 'NEW'), (2, 1, 'NEW'), (3, 2, 'NEW'), (4, 2, 'NEW');
INSERT INTO app_setting (id, name, content) VALUES (3, 'weight', '3');
