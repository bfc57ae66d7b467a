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

/** Checks which occurrences of a table's name are the table, and which are an alias, a column, a keyword or a string. */
class TableMarkersTest {

    private static String renamed(Dialect dialect, String sql) throws SQLException {
        ParsedStatement parsed = new SqlParser(OrderTables.rule(), OrderTables.catalog(), dialect).parse(sql);
        return SqlTemplate.of(parsed).render(use -> "T" + use);
    }

    private static String renamed(String sql) throws SQLException {
        return renamed(Dialect.MARIADB, sql);
    }

    @Test
    void tablesAndTheirQualifiers() throws SQLException {
        assertThat(renamed("SELECT t_order.status, t_order.* FROM t_order WHERE t_order.user_id = 5"))
                .isEqualTo("SELECT T0.status, T0.* FROM T0 WHERE T0.user_id = 5");
        assertThat(renamed("SELECT T_ORDER.Status FROM T_Order")).isEqualTo("SELECT T0.Status FROM T0");
        assertThat(renamed("SELECT t_order . status FROM t_order")).isEqualTo("SELECT T0 . status FROM T0");
    }

    @Test
    void anAliasThatIsATablesName() throws SQLException {
        assertThat(renamed("SELECT t_order.quantity FROM t_order_item t_order"))
                .isEqualTo("SELECT t_order.quantity FROM T0 t_order");
        assertThat(renamed("SELECT t_order.status FROM t_order AS t_order"))
                .isEqualTo("SELECT t_order.status FROM T0 AS t_order");
        assertThat(renamed("SELECT status AS t_order FROM t_order ORDER BY t_order"))
                .isEqualTo("SELECT status AS t_order FROM T0 ORDER BY t_order");
        assertThat(renamed("SELECT status t_order FROM t_order")).isEqualTo("SELECT status t_order FROM T0");
    }

    @Test
    void twoTablesThatTradeNames() throws SQLException {
        assertThat(renamed("SELECT t_order.quantity, t_order_item.status"
                        + " FROM t_order_item t_order, t_order t_order_item"))
                .isEqualTo("SELECT t_order.quantity, t_order_item.status FROM T0 t_order, T1 t_order_item");
    }

    @Test
    void aColumnThatIsATablesName() throws SQLException {
        assertThat(renamed("SELECT t_country, o.t_country FROM t_order o WHERE t_country = 1"))
                .isEqualTo("SELECT t_country, o.t_country FROM T0 o WHERE t_country = 1");
        assertThat(renamed("SELECT t_order.t_order FROM t_order")).isEqualTo("SELECT T0.t_order FROM T0");
        assertThat(renamed("SELECT t_order FROM t_order WHERE t_order = 1"))
                .isEqualTo("SELECT t_order FROM T0 WHERE t_order = 1");
    }

    @Test
    void quotedNames() throws SQLException {
        assertThat(renamed("SELECT `t_order`.`status` FROM `t_order`")).isEqualTo("SELECT `T0`.`status` FROM `T0`");
        assertThat(renamed("SELECT `t_order`.status FROM t_order")).isEqualTo("SELECT `T0`.status FROM T0");
        assertThat(renamed(Dialect.POSTGRESQL, "SELECT \"t_order\".status FROM \"t_order\""))
                .isEqualTo("SELECT \"T0\".status FROM \"T0\"");
        assertThat(renamed(Dialect.H2, "SELECT \"t_order\".status FROM \"t_order\""))
                .isEqualTo("SELECT \"T0\".status FROM \"T0\"");
    }

    @Test
    void aReservedWordAsATable() throws SQLException {
        assertThat(renamed("SELECT `order`.status FROM `order` ORDER BY `order`.id"))
                .isEqualTo("SELECT `T0`.status FROM `T0` ORDER BY `T0`.id");
        assertThat(renamed("SELECT o.status FROM order o ORDER BY o.id"))
                .isEqualTo("SELECT o.status FROM T0 o ORDER BY o.id");
        assertThat(renamed("SELECT status FROM t_order ORDER BY status"))
                .isEqualTo("SELECT status FROM T0 ORDER BY status");
        assertThat(renamed("INSERT INTO `order` (id, user_id) VALUES (1, 2)"))
                .isEqualTo("INSERT INTO `T0` (id, user_id) VALUES (1, 2)");
        assertThat(renamed("UPDATE `order` SET status = 1 WHERE `order`.id = 1 ORDER BY `order`.id LIMIT 1"))
                .isEqualTo("UPDATE `T0` SET status = 1 WHERE `T0`.id = 1 ORDER BY `T0`.id LIMIT 1");
    }

    @Test
    void aKeywordThatIsTakenForATableIsRefused() {
        assertThatThrownBy(() -> renamed("SELECT c.id FROM t_country c STRAIGHT_JOIN order ON order.user_id = c.id"))
                .hasMessageStartingWith(ErrorCode.UNSTABLE_PARSE.code());
    }

    @Test
    void aCommonTableHidesTheTableOfItsName() throws SQLException {
        assertThat(renamed("WITH t_order AS (SELECT 1 a) SELECT t_order.a FROM t_order, t_country"))
                .isEqualTo("WITH t_order AS (SELECT 1 a) SELECT t_order.a FROM t_order, t_country");
        assertThat(renamed("WITH t_order AS (SELECT * FROM t_order) SELECT * FROM t_order"))
                .isEqualTo("WITH t_order AS (SELECT * FROM T0) SELECT * FROM t_order");
        assertThat(renamed("WITH a AS (SELECT * FROM t_order), t_order AS (SELECT * FROM a) SELECT * FROM t_order"))
                .isEqualTo("WITH a AS (SELECT * FROM T0), t_order AS (SELECT * FROM a) SELECT * FROM t_order");
        assertThat(renamed("SELECT * FROM (WITH t_order AS (SELECT 1 a) SELECT a FROM t_order) x, t_order"))
                .isEqualTo("SELECT * FROM (WITH t_order AS (SELECT 1 a) SELECT a FROM t_order) x, T0");
    }

    @Test
    void joinsWithinJoins() throws SQLException {
        assertThat(renamed("SELECT t_order.status FROM t_country c LEFT JOIN (t_order JOIN t_order_item i"
                        + " ON i.order_id = t_order.order_id) ON c.id = t_order.id"))
                .isEqualTo("SELECT T1.status FROM t_country c LEFT JOIN (T1 JOIN T2 i"
                        + " ON i.order_id = T1.order_id) ON c.id = T1.id");
    }

    @Test
    void tablesOfALock() throws SQLException {
        assertThat(renamed(Dialect.POSTGRESQL, "SELECT status FROM t_order FOR UPDATE OF t_order NOWAIT"))
                .isEqualTo("SELECT status FROM T0 FOR UPDATE OF T0 NOWAIT");
        assertThat(renamed(Dialect.POSTGRESQL, "SELECT status FROM t_order o FOR NO KEY UPDATE OF o"))
                .isEqualTo("SELECT status FROM T0 o FOR NO KEY UPDATE OF o");
        assertThatThrownBy(() -> renamed(Dialect.POSTGRESQL, "SELECT status FROM t_order FOR UPDATE OF x"))
                .hasMessageStartingWith(ErrorCode.UNSUPPORTED_SYNTAX.code());
    }

    @Test
    void stringsAndCommentsStay() throws SQLException {
        assertThat(renamed("SELECT 't_order' /* t_order */ FROM t_order -- t_order"))
                .isEqualTo("SELECT 't_order' /* t_order */ FROM T0 -- t_order");
    }

    @Test
    void hintsNameTablesToo() throws SQLException {
        assertThat(renamed("SELECT /*+ INDEX(t_order ix_t_order) */ status FROM t_order"))
                .isEqualTo("SELECT /*+ INDEX(T0 ix_t_order) */ status FROM T0");
        assertThat(renamed("SELECT /*+ INDEX(o ix) */ status FROM t_order o"))
                .isEqualTo("SELECT /*+ INDEX(o ix) */ status FROM T0 o");
    }

    @Test
    void eachBlockHasItsOwnNames() throws SQLException {
        assertThat(renamed("SELECT * FROM t_order WHERE EXISTS (SELECT 1 FROM t_order_item t_order"
                        + " WHERE t_order.parent_id = 1) AND t_order.status = 1"))
                .isEqualTo("SELECT * FROM T0 WHERE EXISTS (SELECT 1 FROM T1 t_order"
                        + " WHERE t_order.parent_id = 1) AND T0.status = 1");
        assertThat(renamed("SELECT * FROM t_order WHERE EXISTS (SELECT 1 FROM t_order_item i"
                        + " WHERE i.order_id = t_order.order_id)"))
                .isEqualTo("SELECT * FROM T0 WHERE EXISTS (SELECT 1 FROM T1 i WHERE i.order_id = T0.order_id)");
    }

    @Test
    void textThatHoldsTheMarkItself() throws SQLException {
        assertThat(renamed("SELECT t_order.status AS t_order__sk0 FROM t_order"))
                .isEqualTo("SELECT T0.status AS t_order__sk0 FROM T0");
        assertThat(renamed("SELECT '__sk', `a__sk_1` FROM t_order")).isEqualTo("SELECT '__sk', `a__sk_1` FROM T0");
    }

    @Test
    void aNameWhereNoNameIsRead() {
        assertThatThrownBy(() -> renamed("SELECT t_order(1) FROM t_country"))
                .hasMessageStartingWith(ErrorCode.UNSTABLE_PARSE.code());
        assertThatThrownBy(() -> renamed("SELECT * FROM archive.t_order"))
                .hasMessageStartingWith(ErrorCode.FOREIGN_SCHEMA.code());
        assertThatThrownBy(() -> renamed(Dialect.H2, "WITH t_order AS (SELECT 1) SELECT * FROM t_order"))
                .hasMessageStartingWith(ErrorCode.UNSUPPORTED_SYNTAX.code());
        assertThatThrownBy(() -> renamed(Dialect.POSTGRESQL, "SELECT t_order FROM t_order"))
                .hasMessageStartingWith(ErrorCode.UNSUPPORTED_SYNTAX.code());
    }
}
