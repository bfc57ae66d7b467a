-- source: go-gorm/mysql, migrator.go, and go-gorm/gorm, migrator/migrator.go
SELECT VERSION() = '';
SELECT DATABASE();
SELECT SCHEMA_NAME from Information_schema.SCHEMATA where SCHEMA_NAME LIKE 'shop%' ORDER BY SCHEMA_NAME='shop' DESC,SCHEMA_NAME limit 1;
SELECT count(*) FROM information_schema.tables WHERE table_schema = 'shop' AND table_name = 't_order' AND table_type = 'BASE TABLE';
-- with: shop, t_order, BASE TABLE
SELECT count(*) FROM information_schema.tables WHERE table_schema = ? AND table_name = ? AND table_type = ?;
SELECT * FROM `t_order` LIMIT 0;
SELECT column_name, column_default, is_nullable = 'YES', data_type, character_maximum_length, column_type, column_key, extra, column_comment, numeric_precision, numeric_scale , datetime_precision FROM information_schema.columns WHERE table_schema = 'shop' AND table_name = 't_order' ORDER BY ORDINAL_POSITION;
SELECT count(*) FROM INFORMATION_SCHEMA.columns WHERE table_schema = 'shop' AND table_name = 't_order' AND column_name = 'name';
SELECT count(*) FROM information_schema.statistics WHERE table_schema = 'shop' AND table_name = 't_order' AND index_name = 'idx_user';
SELECT count(*) FROM INFORMATION_SCHEMA.table_constraints WHERE constraint_schema = 'shop' AND table_name = 't_order' AND constraint_name = 'fk_none';
SELECT TABLE_NAME FROM information_schema.tables where TABLE_SCHEMA='shop' ORDER BY 1;
SELECT TABLE_NAME, COLUMN_NAME, INDEX_NAME, NON_UNIQUE FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = 'shop' AND TABLE_NAME = 't_order' ORDER BY INDEX_NAME, SEQ_IN_INDEX;
