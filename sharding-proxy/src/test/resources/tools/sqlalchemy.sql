-- source: sqlalchemy/sqlalchemy, lib/sqlalchemy/dialects/mysql/base.py and reflection.py
SELECT DATABASE();
SELECT @@transaction_isolation;
SELECT @@lower_case_table_names;
-- of the database
SHOW schemas;
SHOW FULL TABLES FROM `shop`;
DESCRIBE `shop`.`t_order`;
-- refused 1146
DESCRIBE `shop`.`missing`;
SHOW CREATE TABLE `t_order`;
SHOW CREATE TABLE `shop`.`t_order`;
SELECT information_schema.columns.table_schema, information_schema.columns.table_name, information_schema.columns.column_name FROM information_schema.columns WHERE information_schema.columns.table_schema = 'shop' AND information_schema.columns.table_name = 't_order' ORDER BY information_schema.columns.ordinal_position;
SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE='SEQUENCE' and TABLE_NAME='t_order' AND TABLE_SCHEMA='shop';
SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE='SEQUENCE' AND TABLE_SCHEMA='shop';
SHOW COLLATION;
