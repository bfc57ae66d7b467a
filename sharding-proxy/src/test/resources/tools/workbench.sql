-- source: what Workbench is known to ask when it opens a connection and a schema; not compared with its code
-- database: none
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SET CHARACTER SET utf8;
SET NAMES utf8;
SET SQL_SAFE_UPDATES=1;
SELECT CONNECTION_ID() > 0;
-- names
SHOW SESSION STATUS LIKE 'Ssl_cipher';
-- names
SHOW SESSION VARIABLES LIKE 'lower_case_table_names';
-- names
SHOW SESSION VARIABLES LIKE 'sql_mode';
-- of the database
SHOW DATABASES;
USE `shop`;
SHOW FULL TABLES FROM `shop`;
SHOW PROCEDURE STATUS WHERE Db='shop';
SHOW FUNCTION STATUS WHERE Db='shop';
SHOW FULL COLUMNS FROM `shop`.`t_order`;
SHOW INDEXES FROM `shop`.`t_order`;
SHOW TRIGGERS FROM `shop` WHERE `Table` = 't_order';
SHOW TABLE STATUS FROM `shop` LIKE 't_order';
SELECT * FROM shop.t_order ORDER BY order_id LIMIT 0, 1000;
SHOW CREATE TABLE `shop`.`t_order`;
SELECT table_name, column_name, referenced_table_name FROM information_schema.key_column_usage WHERE table_schema = 'shop' AND table_name = 't_order';
