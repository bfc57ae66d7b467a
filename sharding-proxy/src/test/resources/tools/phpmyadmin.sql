-- source: phpmyadmin/phpmyadmin, libraries/classes/DatabaseInterface.php and Query/Generator.php; the others as it is known to ask them
-- database: none
SELECT @@version, @@version_comment IS NULL;
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci';
SET lc_messages = 'en_US';
SET `time_zone` = '+00:00';
SET collation_connection = 'utf8mb4_general_ci';
-- of the database
SHOW DATABASES;
SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = 'shop';
SELECT *, CAST(BIN_NAME AS CHAR CHARACTER SET utf8) AS SCHEMA_NAME FROM (SELECT BINARY s.SCHEMA_NAME AS BIN_NAME, s.DEFAULT_COLLATION_NAME FROM `information_schema`.SCHEMATA s WHERE `SCHEMA_NAME` = 'shop' GROUP BY BINARY s.SCHEMA_NAME, s.DEFAULT_COLLATION_NAME ORDER BY BINARY `SCHEMA_NAME` ASC) a;
SELECT COUNT(*) FROM `INFORMATION_SCHEMA`.`TABLES` WHERE `TABLE_SCHEMA` = 'shop';
SELECT `TABLE_NAME` AS `Name` FROM `INFORMATION_SCHEMA`.`TABLES` WHERE `TABLE_SCHEMA`='shop' AND `TABLE_TYPE` IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY `TABLE_NAME`;
SELECT *, `TABLE_SCHEMA` AS `Db`, `TABLE_NAME` AS `Name`, `TABLE_TYPE` AS `TABLE_TYPE`, `ENGINE` AS `Engine`, `ENGINE` AS `Type`, `TABLE_ROWS` AS `Rows`, `DATA_LENGTH` AS `Data_length`, `TABLE_COLLATION` AS `Collation`, `TABLE_COMMENT` AS `Comment` FROM `information_schema`.`TABLES` t WHERE `TABLE_SCHEMA` COLLATE utf8_bin IN ('shop') ORDER BY Name ASC;
SHOW TABLE STATUS FROM `shop` LIKE 't\_order';
SHOW TABLE STATUS FROM `shop` WHERE `Name` = 't_order' OR `Comment` = 'VIEW';
SHOW FULL TABLES FROM `shop` WHERE `Table_type` IN('BASE TABLE', 'SEQUENCE');
SHOW TABLES FROM `shop`;
USE `shop`;
SELECT DATABASE();
SHOW FULL COLUMNS FROM `shop`.`t_order`;
SHOW COLUMNS FROM `shop`.`t_order` LIKE 'name';
SHOW INDEXES FROM `shop`.`t_order`;
SHOW INDEXES FROM `shop`.`t_order` WHERE (Non_unique = 0);
SELECT TRIGGER_SCHEMA, TRIGGER_NAME, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_TIMING, ACTION_STATEMENT, EVENT_OBJECT_SCHEMA, EVENT_OBJECT_TABLE, DEFINER FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA COLLATE utf8_bin= 'shop' AND EVENT_OBJECT_TABLE COLLATE utf8_bin = 't_order';
SELECT `ROUTINE_SCHEMA` AS `Db`, `SPECIFIC_NAME` AS `Name`, `ROUTINE_TYPE` AS `Type` FROM `information_schema`.`ROUTINES` WHERE `ROUTINE_SCHEMA` COLLATE utf8_bin = 'shop';
SELECT TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.key_column_usage WHERE referenced_table_name IS NOT NULL AND TABLE_SCHEMA = 'shop' AND TABLE_NAME IN ('t_order','t_country') AND REFERENCED_TABLE_NAME IN ('t_order','t_country');
SELECT *, `COLUMN_NAME` AS `Field`, `COLUMN_TYPE` AS `Type`, `COLLATION_NAME` AS `Collation`, `IS_NULLABLE` AS `Null`, `COLUMN_KEY` AS `Key`, `COLUMN_DEFAULT` AS `Default`, `EXTRA` AS `Extra`, `PRIVILEGES` AS `Privileges`, `COLUMN_COMMENT` AS `Comment` FROM `information_schema`.`COLUMNS` WHERE `TABLE_SCHEMA` = 'shop'  AND `TABLE_NAME` = 't_order' ORDER BY ORDINAL_POSITION;
SHOW CREATE TABLE `shop`.`t_order`;
SHOW CREATE TABLE `shop`.`t_audit`;
SHOW FULL COLUMNS FROM `shop`.`t_parcel`;
SHOW INDEXES FROM `shop`.`t_audit`;
SELECT COUNT(*) FROM `shop`.`t_audit`;
SELECT * FROM `t_parcel` ORDER BY `t_parcel`.`parcel_id` ASC LIMIT 0, 25;
SHOW TABLE STATUS FROM `shop` LIKE 't\_audit';
SHOW WARNINGS;
SELECT COUNT(*) FROM `shop`.`t_order`;
SELECT * FROM `t_order` ORDER BY `t_order`.`order_id` ASC LIMIT 0, 25;
SELECT `DEFAULT_COLLATION_NAME` FROM `information_schema`.`SCHEMATA` WHERE SCHEMA_NAME = 'shop' LIMIT 1;
ANALYZE TABLE `t_order`;
CHECK TABLE `t_order`, `t_country`;
ANALYZE TABLE `t_parcel`;
CHECK TABLE `t_audit`;
-- refused 1235
CREATE DATABASE `other`;
-- refused 1235
DROP DATABASE `shop`;
