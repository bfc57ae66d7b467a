-- source: apache/doris, regression-test/suites, suite datagrip, which records the statements of DataGrip; the first ones as it is known to ask them
-- database: none
SET net_write_timeout=600;
/* ApplicationName=DataGrip */ select database();
/* ApplicationName=DataGrip */ select schema_name from information_schema.schemata where schema_name = 'shop';
/* ApplicationName=DataGrip */ use shop;
select table_name, table_type, table_comment, engine, table_collation, create_options from information_schema.tables where table_schema = 'shop';
select ordinal_position, column_name, column_type, column_default, generation_expression, table_name, column_comment, is_nullable, extra, collation_name from information_schema.columns where table_schema = 'shop' order by table_name, ordinal_position;
select table_name, auto_increment from information_schema.tables where table_schema = 'shop';
select table_name, index_name, index_comment, index_type, non_unique, column_name, sub_part, collation, null expression from information_schema.statistics where table_schema = 'shop' and index_schema = 'shop' order by index_schema, table_name, index_name, index_type, seq_in_index;
select c.constraint_name, c.constraint_schema, c.table_name, c.constraint_type, false enforced from information_schema.table_constraints c where c.table_schema = 'shop';
select constraint_name, table_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name from information_schema.key_column_usage where table_schema = 'shop' and referenced_column_name is not null order by table_name, constraint_name, ordinal_position;
select table_name, partition_name, subpartition_name, partition_ordinal_position, partition_method, partition_expression, partition_comment/*, tablespace_name*/ from information_schema.partitions where partition_name is not null and table_schema = 'shop';
select trigger_name, event_object_table, event_manipulation, action_timing, definer from information_schema.triggers where trigger_schema = 'shop';
select event_name, event_comment, definer, event_type = 'RECURRING' recurring, interval_value, interval_field, cast(coalesce(starts, execute_at) as char) starts, cast(ends as char) ends, status, on_completion = 'PRESERVE' preserve, last_executed from information_schema.events where event_schema = 'shop';
select routine_name, routine_type, routine_definition, routine_comment, dtd_identifier, definer, is_deterministic = 'YES' is_deterministic, cast(sql_data_access as char(1)) sql_data_access, cast(security_type as char(1)) security_type from information_schema.routines where routine_schema = 'shop';
-- refused 1235
select Host, User, Routine_name, Proc_priv, Routine_type = 'PROCEDURE' as is_proc from mysql.procs_priv where Db = 'shop';
-- only mariadb
select grantee, table_name, column_name, privilege_type, is_grantable from information_schema.column_privileges where table_schema = 'shop' union all select grantee, table_name, '' column_name, privilege_type, is_grantable from information_schema.table_privileges where table_schema = 'shop' order by table_name, grantee, privilege_type;
select specific_name, ordinal_position, parameter_name, parameter_mode, dtd_identifier from information_schema.parameters where specific_schema = 'shop' and ordinal_position > 0 order by specific_name, ordinal_position;
select table_name, view_definition, definer from information_schema.views where table_schema = 'shop';
select table_schema as schema_name, table_name as major_name from information_schema.tables where table_schema = 'shop';
select 1 from information_schema.tables where lower(table_schema) = 'shop' and lower(table_name) = 't_order';
select T.table_name as table_name, T.table_type as table_type from information_schema.tables T left join information_schema.views V on T.table_schema = V.table_schema and T.table_name = V.table_name where T.table_schema = 'shop' and true;
SELECT t.* FROM shop.t_order t LIMIT 501;
SHOW FULL TABLES FROM `shop` LIKE '%';
SHOW KEYS FROM t_order FROM `shop`;
SHOW CREATE TABLE `shop`.`t_parcel`;
