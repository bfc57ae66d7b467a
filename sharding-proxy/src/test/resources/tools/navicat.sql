-- source: statements of Navicat as recorded in apache/shardingsphere, proxy/backend tests, and in public captures
-- database: none
SET NAMES utf8mb4;
SHOW VARIABLES LIKE 'lower_case_%';
-- names
SHOW VARIABLES LIKE 'sql_mode';
SELECT COUNT(*) AS support_ndb FROM information_schema.ENGINES WHERE Engine = 'ndbcluster';
-- of the database
SELECT SCHEMA_NAME, DEFAULT_CHARACTER_SET_NAME, DEFAULT_COLLATION_NAME FROM information_schema.SCHEMATA;
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' ORDER BY TABLE_SCHEMA, TABLE_TYPE, TABLE_NAME;
SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop' ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION;
SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'shop' UNION SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop' UNION SELECT COUNT(*) FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = 'shop';
USE `shop`;
SHOW TABLE STATUS;
SHOW FULL TABLES WHERE Table_type != 'VIEW';
SELECT TABLE_NAME, CHECK_OPTION, IS_UPDATABLE, SECURITY_TYPE, DEFINER FROM information_schema.VIEWS WHERE TABLE_SCHEMA = 'shop' ORDER BY TABLE_NAME ASC;
SHOW COLUMNS FROM `shop`.`t_order`;
SHOW INDEX FROM `t_order`;
SHOW CREATE TABLE `shop`.`t_order`;
SHOW TABLE STATUS LIKE 't_order';
SHOW TABLE STATUS LIKE 't_parcel';
SHOW COLUMNS FROM `shop`.`t_audit`;
SHOW INDEX FROM `t_parcel`;
SELECT * FROM `shop`.`t_audit` LIMIT 0,1000;
SELECT * FROM `shop`.`t_order` ORDER BY order_id LIMIT 0,1000;
SELECT action_order, event_object_table, trigger_name, event_manipulation, event_object_table, definer, action_statement, action_timing FROM information_schema.triggers WHERE BINARY event_object_schema = 'shop' AND BINARY event_object_table = 't_order' ORDER BY event_object_table;
