package io.shardkit.proxy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QualifiedNamesTest {
    private static boolean namesOther(String sql) {
        return QualifiedNames.of(ClientText.of(ExecutableComments.open(sql, 110405, true))).stream()
                .anyMatch(name -> name.schema().equals("other"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM other.t",
                "SELECT * FROM`other`.`t`",
                "SELECT * FROM \"other\".t",
                "SELECT 1 AS other, s.* FROM other /* x */ . t s",
                "SELECT * FROM a, other.t",
                "SELECT * FROM a JOIN b ON a.id = b.id, other.t",
                "SELECT * FROM a JOIN b USING (id), other.t",
                "SELECT * FROM a STRAIGHT_JOIN other.t",
                "SELECT * FROM (other.t)",
                "SELECT * FROM (a, (b JOIN other.t))",
                "SELECT * FROM {OJ a LEFT JOIN other.t ON 1 = 1}",
                "SELECT * FROM a WHERE id IN (SELECT id FROM other.t)",
                "SELECT TRIM(BOTH 'a' FROM (SELECT v FROM other.t)) FROM a",
                "SELECT (SELECT MAX(id) FROM other.t)",
                "SELECT 1 UNION SELECT v FROM other.t",
                "WITH c AS (SELECT * FROM other.t) SELECT * FROM c",
                "SELECT other.t.id FROM a",
                "SELECT other.t.* FROM a",
                "SELECT other.f(1)",
                "SELECT NEXT VALUE FOR other.s",
                "SELECT NEXTVAL(other.s)",
                "SELECT /*!40000 * FROM other.t */",
                "SELECT --\t'\n 1 /*!40000 + (SELECT v FROM other.t) */ --\t'",
                "TABLE other.t",
                "(SELECT * FROM other.t)",
                "INSERT INTO other.t VALUES (1)",
                "INSERT IGNORE other.t (a) VALUES (1)",
                "INSERT INTO a SELECT * FROM other.t",
                "INSERT INTO a VALUES ((SELECT MAX(id) FROM other.t))",
                "REPLACE other.t SET a = 1",
                "UPDATE other.t SET a = 1",
                "UPDATE a, other.t b SET a.v = b.v",
                "UPDATE a JOIN other.t b ON a.id = b.id SET a.v = b.v",
                "DELETE FROM other.t",
                "DELETE other.t FROM other.t",
                "DELETE FROM a USING a, other.t",
                "DELETE a FROM a JOIN other.t b ON a.id = b.id",
                "CREATE TABLE other.t (id INT)",
                "CREATE TABLE IF NOT EXISTS a LIKE other.t",
                "CREATE TABLE a (LIKE other.t)",
                "CREATE TABLE a (id INT, FOREIGN KEY (id) REFERENCES other.t (id))",
                "CREATE TABLE a AS SELECT * FROM other.t",
                "CREATE TABLE a (id INT) ENGINE = MERGE UNION = (b, other.t)",
                "CREATE VIEW a AS SELECT * FROM other.t",
                "CREATE INDEX i ON other.t (id)",
                "CREATE TRIGGER a BEFORE INSERT ON other.t FOR EACH ROW SET @a = 1",
                "CREATE TRIGGER a BEFORE INSERT ON b FOR EACH ROW INSERT INTO other.t VALUES (NEW.id)",
                "CREATE PROCEDURE p() BEGIN SET @a = 1; DELETE FROM other.t; END",
                "ALTER TABLE other.t ADD a INT",
                "ALTER TABLE a RENAME other.t",
                "RENAME TABLE a TO other.t",
                "RENAME TABLE a TO b, other.t TO c",
                "DROP TABLE IF EXISTS a, other.t",
                "TRUNCATE other.t",
                "LOCK TABLES a READ, other.t WRITE",
                "ANALYZE TABLE other.t",
                "CHECK TABLE other.t",
                "HANDLER other.t OPEN",
                "CALL other.p(1)",
                "CALL other.p",
                "DESCRIBE other.t",
                "DESC other.t",
                "EXPLAIN SELECT * FROM other.t",
                "LOAD DATA INFILE 'x' INTO TABLE other.t",
                "GRANT SELECT ON other.* TO a",
                "GRANT SELECT ON other.t TO a",
                "SHOW TABLES FROM other",
                "SHOW FULL TABLES IN `other` LIKE 'a'",
                "SHOW TABLE STATUS FROM other",
                "SHOW TRIGGERS FROM other",
                "SHOW COLUMNS FROM other.t",
                "SHOW COLUMNS FROM t FROM other",
                "SHOW INDEX IN t IN other",
                "SHOW CREATE TABLE other.t",
                "SHOW CREATE DATABASE IF NOT EXISTS other",
                "CREATE DATABASE other",
                "DROP SCHEMA IF EXISTS other",
                "ALTER DATABASE `other` CHARACTER SET utf8mb4",
                "DO (SELECT 1 FROM other.t)",
                "SET @a = (SELECT v FROM other.t)",
                // The engine's tokenizer refuses these; a database that is the only one gets them all the same.
                "SELECT * FROM \u000b(other.t)",
                "SELECT a@b, (SELECT v FROM other.t)",
                "SELECT 1a FROM a <=!> other.t"
            })
    void namesOfSchemasAreFound(String sql) {
        assertThat(namesOther(sql)).isTrue();
    }

    /** Here it is an alias, a table or a text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT other.id, other.* FROM other WHERE other.id > 1.5 GROUP BY other.id ORDER BY other.id DESC",
                "SELECT STRAIGHT_JOIN other.id FROM a JOIN t other ON other.id = a.id AND other.v IN (a.v, other.w)",
                "SELECT TRIM(BOTH 'a' FROM other.v), EXTRACT(YEAR FROM other.d), SUBSTRING(other.v FROM 2) FROM other",
                "SELECT 'FROM other.t', @other.t, @@other.t FROM a WHERE v = 'other.t' -- FROM other.t",
                "SELECT CASE WHEN other.a THEN other.b ELSE other.c END, IF(other.a, other.b, 1) FROM other",
                "SELECT REPLACE(other.a, 'b', other.c), VALUES(other.c) FROM other LEFT JOIN a USING (id)",
                "SELECT * FROM a, JSON_TABLE(other.doc, '$[*]' COLUMNS (id INT PATH '$.id')) j",
                "INSERT INTO other (id) VALUES (1) ON DUPLICATE KEY UPDATE v = other.v + VALUES(v)",
                "INSERT INTO a SELECT other.id FROM other ON DUPLICATE KEY UPDATE a.v = other.v",
                "INSERT INTO a (other.id) VALUES (1) RETURNING other.id",
                "UPDATE other SET other.v = other.w WHERE other.id = 1",
                "UPDATE a JOIN other ON a.id = other.id SET other.v = a.v",
                "DELETE other.* FROM other JOIN a ON other.id = a.id",
                "SELECT * FROM a FOR UPDATE",
                "CREATE VIEW v AS SELECT other.id FROM other WHERE other.v LIKE other.w",
                "CREATE TABLE a (id INT, v INT CHECK (other.v > 0)) AS SELECT other.id FROM other",
                "SHOW COLUMNS FROM other",
                "SHOW TABLES LIKE 'other'",
                "SHOW INDEX FROM other WHERE Key_name IN ('other')",
                "SELECT NEXT VALUE FOR s, other.id FROM other"
            })
    void columnsAreNotTakenForTables(String sql) {
        assertThat(namesOther(sql)).isFalse();
    }
}
