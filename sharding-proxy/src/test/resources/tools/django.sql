-- source: django/django, django/db/backends/mysql/introspection.py and base.py; newer forms as they are known
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET SQL_AUTO_IS_NULL = 0;
SELECT VERSION() IS NULL, @@sql_auto_is_null, @@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL;
SHOW FULL TABLES;
SELECT table_name, table_type, table_comment FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name;
SELECT table_name, table_collation FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 't_order';
SELECT column_name, data_type, character_maximum_length, numeric_precision, numeric_scale, extra, column_default, collation_name, CASE WHEN column_type LIKE '% unsigned' THEN 1 ELSE 0 END AS is_unsigned, column_comment FROM information_schema.columns WHERE table_name = 't_order' AND table_schema = DATABASE();
SELECT * FROM `t_order` ORDER BY order_id LIMIT 1;
SELECT column_name, referenced_table_name, referenced_column_name FROM information_schema.key_column_usage WHERE table_name = 't_order' AND table_schema = DATABASE() AND referenced_table_schema = DATABASE() AND referenced_table_name IS NOT NULL AND referenced_column_name IS NOT NULL;
SELECT engine FROM information_schema.tables WHERE table_name = 't_order' AND table_schema = DATABASE();
SELECT kc.`constraint_name`, kc.`column_name`, kc.`referenced_table_name`, kc.`referenced_column_name`, c.`constraint_type` FROM information_schema.key_column_usage AS kc, information_schema.table_constraints AS c WHERE kc.table_schema = DATABASE() AND c.table_schema = kc.table_schema AND c.constraint_name = kc.constraint_name AND c.constraint_type != 'CHECK' AND kc.table_name = 't_order' ORDER BY kc.`ordinal_position`;
SELECT c.constraint_name, c.check_clause FROM information_schema.check_constraints AS c WHERE c.constraint_schema = DATABASE() AND c.table_name = 't_order';
SHOW INDEX FROM `t_order`;
