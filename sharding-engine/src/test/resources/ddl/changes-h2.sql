ALTER TABLE t_order ADD COLUMN note VARCHAR(20) DEFAULT 'x' NOT NULL;
ALTER TABLE t_order ADD (size INT, width INT);
CREATE INDEX idx_note ON t_order (note);
-- error
CREATE INDEX idx_note ON t_order (note);
CREATE INDEX IF NOT EXISTS idx_note ON t_order (note);
-- refused(NAME_OF_SEVERAL)
CREATE INDEX idx_note ON t_order_item (product);
ALTER INDEX idx_note RENAME TO idx_remark;
-- error
ALTER INDEX idx_note RENAME TO idx_remark;
ALTER TABLE t_order ALTER COLUMN note RENAME TO remark;
ALTER TABLE t_order ALTER COLUMN remark SET DATA TYPE VARCHAR(50);
ALTER TABLE t_order MODIFY COLUMN size BIGINT;
DROP INDEX idx_remark;
-- error
DROP INDEX idx_remark;
DROP INDEX IF EXISTS idx_remark;
DROP INDEX idx_created ON t_order;
ALTER TABLE t_order DROP INDEX uk_order_no;
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
-- error
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
ALTER TABLE t_order DROP CONSTRAINT IF EXISTS ck_order_no;
ALTER TABLE t_order RENAME CONSTRAINT fk_order_country TO fk_order_land;
ALTER TABLE t_order DROP CONSTRAINT fk_order_land;
ALTER TABLE t_order ADD INDEX idx_size (size);
ALTER TABLE t_order DROP INDEX idx_size;
ALTER TABLE t_order ADD CONSTRAINT IF NOT EXISTS uk_all UNIQUE (order_id, user_id, status);
ALTER TABLE t_order DROP COLUMN remark;
ALTER TABLE t_order DROP COLUMN (size, width);
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order ALTER COLUMN user_id RENAME TO customer_id;
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order ALTER COLUMN user_id VARCHAR(20);
-- refused(UNSUPPORTED_STATEMENT)
ALTER TABLE t_order RENAME TO t_orders;
CREATE VIEW v AS SELECT 1;
CREATE SEQUENCE s;
CREATE TABLE t_copy (a INT) AS VALUES (1);
DROP INDEX IF EXISTS uk_nobody;
-- error
DROP INDEX uk_nobody;
-- refused(ACTUAL_TABLE)
DROP INDEX idx_user_t_order_0;
CREATE INDEX idx_title ON t_country (title);
DROP INDEX idx_title;
CREATE INDEX idx_audit ON t_audit (country);
DROP INDEX idx_audit;
ALTER TABLE t_country ADD COLUMN size INT DEFAULT 3 NOT NULL;
-- refused(BROADCAST_WRITE)
ALTER TABLE t_country ADD COLUMN changed TIMESTAMP DEFAULT NOW();
DROP TABLE t_order_item, t_parcel, t_audit;
-- error
DROP TABLE t_order_item, t_parcel;
DROP TABLE IF EXISTS t_order_item, t_parcel;
TRUNCATE TABLE t_order;
