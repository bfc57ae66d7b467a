-- source: mysql/mysql-workbench, backend/wbprivate/sqlide/wb_sql_editor_tree_controller.cpp and query_side_palette.cpp; the first ones from a server's general log
-- database: none
set autocommit=1;
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SET CHARACTER SET utf8;
SET NAMES utf8;
SET SQL_SAFE_UPDATES=1;
SELECT CONNECTION_ID() > 0;
SELECT current_user() IS NULL;
set character_set_client = utf8mb4;
set character_set_connection = utf8mb4;
set character_set_results = utf8mb4;
-- names
SHOW SESSION STATUS LIKE 'Ssl_cipher';
-- names
SHOW SESSION VARIABLES LIKE 'lower_case_table_names';
-- names
SHOW SESSION VARIABLES LIKE 'sql_mode';
-- of the database
SHOW DATABASES;
SHOW DATABASES LIKE 'shop';
USE `shop`;
SELECT DATABASE();
show tables;
SHOW FULL TABLES FROM `shop`;
SHOW PROCEDURE STATUS WHERE Db='shop';
SHOW FUNCTION STATUS WHERE Db='shop';
SHOW FULL COLUMNS FROM `shop`.`t_order`;
SHOW INDEXES FROM `shop`.`t_order`;
SHOW INDEXES FROM `shop`.`t_audit`;
SHOW INDEX FROM `shop`.`t_parcel`;
SHOW FULL COLUMNS FROM `shop`.`t_parcel`;
SHOW TRIGGERS FROM `shop` LIKE 't_order';
SHOW TRIGGERS FROM `shop` LIKE 't_audit';
SHOW TRIGGERS FROM `shop` WHERE `Table` = 't_order';
SHOW TABLE STATUS FROM `shop` LIKE 't_order';
SELECT * FROM shop.t_order ORDER BY order_id LIMIT 0, 1000;
SHOW CREATE TABLE `shop`.`t_order`;
SELECT table_name, column_name, referenced_table_name FROM information_schema.key_column_usage WHERE table_schema = 'shop' AND table_name = 't_order';
SHOW CREATE TABLE `shop`.`t_parcel`;
SELECT * FROM shop.t_audit LIMIT 0, 1000;
