-- source: rails/rails, activerecord/.../connection_adapters/mysql/schema_statements.rb; the others as it is known to ask them
SET NAMES utf8mb4, @@SESSION.sql_mode = CONCAT(@@sql_mode, ',STRICT_ALL_TABLES'), @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483;
SELECT database();
SELECT table_name FROM information_schema.tables WHERE table_schema = database() AND table_type = 'BASE TABLE' ORDER BY table_name;
SELECT table_name FROM information_schema.tables WHERE table_schema = database() AND table_name = 't_order' AND table_type = 'BASE TABLE';
SELECT table_name FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 't_order';
SHOW FULL FIELDS FROM `t_order`;
SHOW CREATE TABLE `t_order`;
SHOW KEYS FROM `t_order`;
SELECT column_name FROM information_schema.statistics WHERE index_name = 'PRIMARY' AND table_schema = database() AND table_name = 't_order' ORDER BY seq_in_index;
SELECT fk.referenced_table_name AS 'to_table', fk.referenced_column_name AS 'primary_key', fk.column_name AS 'column', fk.constraint_name AS 'name', rc.update_rule AS 'on_update', rc.delete_rule AS 'on_delete' FROM information_schema.referential_constraints rc JOIN information_schema.key_column_usage fk USING (constraint_schema, constraint_name) WHERE fk.referenced_column_name IS NOT NULL AND fk.table_schema = database() AND fk.table_name = 't_order' AND rc.constraint_schema = database() AND rc.table_name = 't_order';
SELECT table_comment FROM information_schema.tables WHERE table_schema = database() AND table_name = 't_order';
SELECT DATABASE() as db;
SELECT @@max_allowed_packet IS NULL;
CREATE DATABASE IF NOT EXISTS `shop` DEFAULT CHARACTER SET `utf8mb4`;
