-- source: laravel/framework, src/Illuminate/Database/Schema/Grammars/MySqlGrammar.php and Connectors/MySqlConnector.php; newer forms as they are known
use `shop`;
set names 'utf8mb4' collate 'utf8mb4_unicode_ci';
set session sql_mode='ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
select * from information_schema.tables where table_schema = 'shop' and table_name = 't_order';
-- with: shop, t_order, BASE TABLE
select * from information_schema.tables where table_schema = ? and table_name = ? and table_type = ?;
select exists (select 1 from information_schema.tables where table_schema = 'shop' and table_name = 't_order' and table_type in ('BASE TABLE', 'SYSTEM VERSIONED')) as `exists`;
select table_name as `name`, table_comment as `comment`, engine as `engine`, table_collation as `collation` from information_schema.tables where table_schema = 'shop' and table_type in ('BASE TABLE', 'SYSTEM VERSIONED') order by table_name;
select column_name as `name`, data_type as `type_name`, column_type as `type`, collation_name as `collation`, is_nullable as `nullable`, column_default as `default`, column_comment as `comment`, extra as `extra` from information_schema.columns where table_schema = 'shop' and table_name = 't_order' order by ordinal_position asc;
select index_name as `name`, group_concat(column_name order by seq_in_index) as `columns`, index_type as `type`, not non_unique as `unique` from information_schema.statistics where table_schema = 'shop' and table_name = 't_order' group by index_name, index_type, non_unique order by index_name;
select kc.constraint_name as `name`, group_concat(kc.column_name order by kc.ordinal_position) as `columns`, kc.referenced_table_schema as `foreign_schema`, kc.referenced_table_name as `foreign_table`, rc.update_rule as `on_update` from information_schema.key_column_usage kc join information_schema.referential_constraints rc on kc.constraint_schema = rc.constraint_schema and kc.constraint_name = rc.constraint_name where kc.table_schema = 'shop' and kc.table_name = 't_order' and kc.referenced_table_name is not null group by kc.constraint_name, kc.referenced_table_schema, kc.referenced_table_name, rc.update_rule;
select table_name as `name`, view_definition as `definition` from information_schema.views where table_schema = schema() order by table_name;
select count(*) as aggregate from `t_order`;
