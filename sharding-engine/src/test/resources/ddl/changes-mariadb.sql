ALTER TABLE t_order ADD COLUMN note VARCHAR(20) NOT NULL DEFAULT 'x', ADD INDEX idx_note (note);
-- error
ALTER TABLE t_order ADD INDEX idx_note (note);
-- of MariaDB
CREATE INDEX IF NOT EXISTS idx_note ON t_order (note);
ALTER TABLE t_order RENAME INDEX idx_note TO idx_remark;
ALTER TABLE t_order RENAME COLUMN note TO remark;
ALTER TABLE t_order MODIFY remark VARCHAR(40) NULL AFTER order_id;
ALTER TABLE t_order CHANGE COLUMN remark remarks VARCHAR(50);
DROP INDEX idx_remark ON t_order;
-- error
DROP INDEX idx_remark ON t_order;
-- of MariaDB
DROP INDEX IF EXISTS idx_remark ON t_order;
-- error
ALTER TABLE t_order DROP INDEX idx_created, DROP KEY idx_status;
-- of MariaDB
ALTER TABLE t_order DROP INDEX idx_created, DROP KEY IF EXISTS idx_nobody;
ALTER TABLE t_order DROP FOREIGN KEY fk_order_country;
-- error
ALTER TABLE t_order DROP FOREIGN KEY fk_order_country;
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
-- error
ALTER TABLE t_order DROP CONSTRAINT ck_order_no;
-- of MariaDB
ALTER TABLE t_order DROP CONSTRAINT IF EXISTS ck_order_no;
ALTER TABLE t_order ADD CONSTRAINT fk_order_country FOREIGN KEY (status) REFERENCES t_country (code) ON DELETE SET NULL;
ALTER TABLE t_order DROP CONSTRAINT fk_order_country;
ALTER TABLE t_order ADD CONSTRAINT uk_all UNIQUE (order_id, user_id, status);
ALTER TABLE t_order DROP CONSTRAINT uk_all;
ALTER TABLE t_order ADD UNIQUE INDEX uk_all (order_id, user_id, status), ADD CHECK (order_id > 0);
ALTER TABLE t_order ADD CONSTRAINT fk_a_name_that_is_sixty_four_characters_long_and_not_one_more_ab FOREIGN KEY (status) REFERENCES t_country (code);
ALTER TABLE t_order DROP FOREIGN KEY fk_a_name_that_is_sixty_four_characters_long_and_not_one_more_ab;
ALTER TABLE t_order_item ADD FOREIGN KEY (order_id) REFERENCES t_order (order_id);
ALTER TABLE t_order ENGINE=InnoDB, COMMENT='other', ROW_FORMAT=DYNAMIC;
ALTER TABLE t_order CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
ALTER TABLE t_order ALTER COLUMN remarks SET DEFAULT 'y';
ALTER TABLE t_order DROP COLUMN remarks;
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order DROP COLUMN user_id;
-- refused(SHARDING_COLUMN_CHANGED)
ALTER TABLE t_order MODIFY user_id VARCHAR(20);
-- refused(UNSUPPORTED_STATEMENT)
ALTER TABLE t_order RENAME TO t_orders;
-- refused(UNSUPPORTED_STATEMENT)
RENAME TABLE t_order TO t_orders;
CREATE VIEW v AS SELECT 1;
-- refused(UNSUPPORTED_STATEMENT)
CREATE TRIGGER tr BEFORE INSERT ON t_order FOR EACH ROW SET NEW.status = 'DE';
-- refused(UNSUPPORTED_STATEMENT)
CREATE TABLE t_copy AS SELECT * FROM t_order;
-- refused(TABLES_APART)
CREATE TABLE t_copy LIKE t_order;
-- refused(FOREIGN_KEY_APART)
ALTER TABLE t_order_item ADD FOREIGN KEY (item_id) REFERENCES t_order (order_id);
DROP TABLE t_order_item;
CREATE TABLE t_order_item LIKE t_order;
ALTER TABLE t_country ADD COLUMN size INT NOT NULL DEFAULT 3, DROP INDEX uk_title;
CREATE UNIQUE INDEX uk_title ON t_country (title);
DROP INDEX uk_title ON t_country;
-- refused(BROADCAST_WRITE)
ALTER TABLE t_country ADD COLUMN changed DATETIME DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE t_audit ADD COLUMN note TEXT;
DROP TABLE t_order_item, t_parcel, t_audit;
-- error
DROP TABLE t_order_item, t_parcel;
DROP TABLE IF EXISTS t_order_item, t_parcel;
TRUNCATE TABLE t_order;
-- of MariaDB
CREATE OR REPLACE TABLE t_order (order_id INT, user_id INT, PRIMARY KEY (order_id, user_id));
