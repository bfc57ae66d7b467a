package io.shardkit.sql.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.planner.OrderTables;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.SqlTemplate;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema of the data sources, {@code shop}, before a table is left out, where that changes nothing. */
class QualifiersTest {

    private static String renamed(Dialect dialect, String sql) throws SQLException {
        ParsedStatement parsed = new SqlParser(OrderTables.rule(), OrderTables.catalog(), dialect).parse(sql);
        return SqlTemplate.of(parsed).render(use -> "T" + use);
    }

    @ParameterizedTest
    @EnumSource
    void ofTablesAndColumns(Dialect dialect) throws SQLException {
        assertThat(renamed(dialect, "SELECT shop.t_order.status, o.note FROM shop . t_order, shop.t_payment o"))
                .isEqualTo("SELECT T0.status, o.note FROM T0, T1 o");
        assertThat(renamed(dialect, "INSERT INTO shop.t_order (order_id, user_id) VALUES (1, 2)"))
                .isEqualTo("INSERT INTO T0 (order_id, user_id) VALUES (1, 2)");
        assertThat(renamed(dialect, "UPDATE shop.t_order SET status = 1 WHERE shop.t_order.user_id = 5"))
                .isEqualTo("UPDATE T0 SET status = 1 WHERE T0.user_id = 5");
        assertThat(renamed(dialect, "DELETE FROM shop.t_order WHERE user_id IN (SELECT id FROM shop.t_country)"))
                .isEqualTo("DELETE FROM T0 WHERE user_id IN (SELECT id FROM t_country)");
        assertThat(renamed(dialect, "TRUNCATE TABLE shop.t_order")).isEqualTo("TRUNCATE TABLE T0");
    }

    @Test
    void ofASubqueryBehindAListWithoutFrom() throws SQLException {
        assertThat(renamed(Dialect.H2, "SELECT COUNT(1) WHERE EXISTS (SELECT * FROM shop.t_order)"))
                .isEqualTo("SELECT COUNT(1) WHERE EXISTS (SELECT * FROM T0)");
    }

    @ParameterizedTest
    @EnumSource
    void ofIndexes(Dialect dialect) throws SQLException {
        assertThat(renamed(dialect, "CREATE UNIQUE INDEX IF NOT EXISTS shop.ix ON shop.t_order (status)"))
                .isEqualTo("CREATE UNIQUE INDEX IF NOT EXISTS ix ON T0 (status)");
        assertThat(renamed(dialect, "CREATE INDEX shop.ix ON t_order (status)"))
                .isEqualTo("CREATE INDEX ix ON T0 (status)");
        assertThat(renamed(dialect, "DROP INDEX shop.ix")).isEqualTo("DROP INDEX ix");
        assertThat(renamed(dialect, "ALTER INDEX IF EXISTS shop.ix RENAME TO iy"))
                .isEqualTo("ALTER INDEX IF EXISTS ix RENAME TO iy");
        assertRefused(dialect, "DROP INDEX archive.ix");
        assertRefused(dialect, "CREATE INDEX archive.ix ON shop.t_order (status)");
    }

    @Test
    void asTheDatabaseComparesIt() throws SQLException {
        assertThat(renamed(Dialect.POSTGRESQL, "SELECT * FROM SHOP.t_order")).isEqualTo("SELECT * FROM T0");
        assertThat(renamed(Dialect.H2, "SELECT * FROM Shop.t_order")).isEqualTo("SELECT * FROM T0");
        assertThat(renamed(Dialect.MYSQL, "SELECT * FROM`shop`.t_order")).isEqualTo("SELECT * FROM T0");
        assertRefused(Dialect.MYSQL, "SELECT * FROM SHOP.t_order");
        assertRefused(Dialect.POSTGRESQL, "SELECT * FROM \"Shop\".t_order");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM archive.t_order",
                "SELECT * FROM shop.t_order, archive.t_payment",
                "SELECT * FROM def.shop.t_order",
                // Something else has the name of the schema.
                "SELECT shop.t_country FROM shop.t_order shop",
                "SELECT shop.note FROM shop.t_order, t_payment shop",
                "SELECT * FROM shop.t_order, shop.elsewhere",
                // The name without the schema means the common table, or the alias.
                "WITH t_order AS (SELECT 1 AS status) SELECT * FROM shop.t_order",
                "SELECT (SELECT shop.t_order.status FROM t_payment t_order LIMIT 1) AS s FROM shop.t_order"
            })
    void staysAndIsRefusedWhereItMayMeanSomethingElse(String sql) {
        assertRefused(Dialect.MARIADB, sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT shop.t_order.status + 1 FROM shop.t_order",
                "SELECT order_id, (SELECT MAX(id) FROM shop.t_country) FROM t_order"
            })
    void staysAndIsRefusedWhereALabelShowsIt(String sql) {
        assertRefused(Dialect.MARIADB, sql);
        assertRefused(Dialect.H2, sql);
    }

    private static void assertRefused(Dialect dialect, String sql) {
        assertThatThrownBy(() -> renamed(dialect, sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(ErrorCode.FOREIGN_SCHEMA.code());
    }
}
