ALTER TABLE t_order ALTER COLUMN created_at DROP DEFAULT;
UPDATE t_order SET created_at = NULL WHERE 1 = 1;
ALTER TABLE t_order ADD COLUMN note VARCHAR(20) NOT NULL DEFAULT 'x', ADD COLUMN size INT;
CREATE INDEX idx_note ON t_order (note);
-- error
CREATE INDEX idx_note ON t_order (note);
CREATE INDEX IF NOT EXISTS idx_note ON t_order (note);
-- refused(NAME_OF_SEVERAL)
CREATE INDEX idx_note ON t_order_item (product);
-- refused(NAME_OF_SEVERAL)
CREATE INDEX idx_note ON t_country (title);
ALTER INDEX idx_note RENAME TO idx_remark;
ALTER TABLE t_order RENAME COLUMN note TO remark;
ALTER TABLE t_order RENAME remark TO remarks;
ALTER TABLE t_order ALTER COLUMN remarks TYPE TEXT, ALTER remarks DROP NOT NULL;
DROP INDEX idx_remark;
-- error
DROP INDEX idx_remark;
DROP INDEX IF EXISTS idx_remark;
-- refused(UNSUPPORTED_SYNTAX)
DROP INDEX "idx_Status", idx_created;
DROP INDEX "idx_Status";
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
-- error
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
ALTER TABLE t_order DROP CONSTRAINT IF EXISTS ck_order_no;
ALTER TABLE t_order RENAME CONSTRAINT fk_order_country TO fk_order_land;
ALTER TABLE t_order DROP CONSTRAINT fk_order_land, DROP CONSTRAINT uk_order_no;
ALTER TABLE t_order_item DROP CONSTRAINT t_order_item_product_key;
ALTER TABLE t_order_item DROP CONSTRAINT t_order_item_pkey;
CREATE UNIQUE INDEX idx_item ON t_order_item (item_id);
ALTER TABLE t_order_item ADD CONSTRAINT pk_item PRIMARY KEY USING INDEX idx_item;
ALTER TABLE t_order ADD CONSTRAINT ck_later CHECK (order_id > 0) NOT VALID;
ALTER TABLE t_order VALIDATE CONSTRAINT ck_later;
CREATE INDEX ix_a_name_that_is_as_long_as_postgresql_lets_a_name_be_at_mosts ON t_order (status);
DROP INDEX ix_a_name_that_is_as_long_as_postgresql_lets_a_name_be_at_mosts;
ALTER TABLE t_order DROP COLUMN remarks, DROP size;
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order DROP COLUMN user_id;
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order ALTER COLUMN user_id TYPE TEXT;
-- refused(UNSUPPORTED_STATEMENT)
ALTER TABLE t_order RENAME TO t_orders;
-- refused(UNSUPPORTED_STATEMENT)
ALTER TABLE t_order SET SCHEMA other;
CREATE VIEW v AS SELECT 1;
CREATE SEQUENCE s;
-- refused(UNSUPPORTED_STATEMENT)
CREATE TABLE t_copy AS TABLE t_order;
-- refused(UNSUPPORTED_STATEMENT)
CREATE TABLE t_order_more PARTITION OF t_order DEFAULT;
-- refused(UNSUPPORTED_SYNTAX)
CREATE INDEX CONCURRENTLY idx_x ON t_order (status);
DROP TABLE t_order_item;
CREATE TABLE t_order_item (LIKE t_order INCLUDING ALL);
-- refused(FOREIGN_SCHEMA)
DROP TABLE archive.t_order_item;
DROP TABLE public.t_order_item;
CREATE TABLE public.t_order_item (LIKE public.t_order INCLUDING ALL);
CREATE INDEX idx_title ON t_country (title);
DROP INDEX idx_title;
CREATE INDEX idx_audit ON t_audit (country);
DROP INDEX idx_audit;
ALTER TABLE t_country ADD COLUMN size INT NOT NULL DEFAULT 3;
DROP TABLE t_order_item, t_parcel, t_audit CASCADE;
-- error
DROP TABLE t_order_item, t_parcel;
DROP TABLE IF EXISTS t_order_item, t_parcel;
TRUNCATE t_order, t_country RESTART IDENTITY;
