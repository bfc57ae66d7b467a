package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.options.Limits;
import io.shardkit.sql.shape.NormalizedSql;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However long a text is, reading it ends: no pattern takes time that grows with the square of its length. */
class LongTextTest {
    private static final int LENGTH = 1_000_000;
    private static final Map<String, String> FORMS = new LinkedHashMap<>();

    static {
        String select = "SELECT status FROM t_order WHERE user_id = 7";
        String blanks = " ".repeat(LENGTH);
        FORMS.put("blanks before", blanks + select);
        FORMS.put("blanks within", "SELECT" + blanks + "status FROM t_order WHERE user_id" + blanks + "= 7");
        FORMS.put("blanks at the end", select + blanks);
        FORMS.put("nothing but blanks", blanks);
        FORMS.put("a comment of blanks", "/*" + blanks + "*/ " + select);
        FORMS.put("a comment of blanks that is not closed", "/*" + blanks + select);
        FORMS.put("a hint of blanks", "/* sharding: ds=" + blanks + "ds0 */ " + select);
        FORMS.put("a hint of commas", "/* sharding: " + ",".repeat(LENGTH) + " */ " + select);
        FORMS.put("a hint of ShardingSphere", "/* SHARDINGSPHERE_HINT:" + blanks + "t.a = 1" + blanks + "*/ " + select);
        FORMS.put("comments", "/**/".repeat(LENGTH / 4) + select);
        FORMS.put("comments of nothing else", "/* sharding".repeat(LENGTH / 11));
        FORMS.put("stars", "/" + "*".repeat(LENGTH) + "/" + select);
        FORMS.put("comments of lines", "-- x\n".repeat(LENGTH / 5) + select);
        FORMS.put("optimizer hints", "SELECT " + "/*+ x */".repeat(LENGTH / 8) + " status FROM t_order");
        FORMS.put("comments that are run", "SELECT " + "/*!40101 1 + */".repeat(100) + " 1 FROM t_order");
        FORMS.put("ends of lines", "\n".repeat(LENGTH) + select);
        FORMS.put("semicolons", select + ";".repeat(LENGTH));
        FORMS.put("semicolons and blanks", select + "; ".repeat(LENGTH / 2));
        FORMS.put("a string", "SELECT status FROM t_order WHERE note = '" + "a".repeat(LENGTH) + "'");
        FORMS.put("quotes in a string", "SELECT status FROM t_order WHERE note = '" + "''".repeat(LENGTH / 2) + "'");
        FORMS.put("backslashes", "SELECT status FROM t_order WHERE note = '" + "\\".repeat(LENGTH) + "'");
        FORMS.put("a string that is not closed", "SELECT '" + "a ".repeat(LENGTH / 2));
        FORMS.put("a word", "SELECT " + "a".repeat(LENGTH) + " FROM t_order");
        FORMS.put("a quoted name", "SELECT \"" + "a".repeat(LENGTH) + "\" FROM t_order");
        FORMS.put("a name between backticks", "SELECT `" + "a".repeat(LENGTH) + "` FROM t_order");
        FORMS.put("a number", "SELECT status FROM t_order WHERE user_id = " + "1".repeat(LENGTH));
        FORMS.put("a fraction", "SELECT status FROM t_order WHERE user_id = 1." + "1".repeat(LENGTH));
        FORMS.put("a number with underscores", "SELECT status FROM t_order WHERE status = 1" + "_1".repeat(LENGTH / 2));
        FORMS.put("a hexadecimal number", "SELECT status FROM t_order WHERE status = 0x" + "A1".repeat(LENGTH / 2));
        FORMS.put("a limit", "SELECT status FROM t_order LIMIT " + "0".repeat(LENGTH) + "1");
        FORMS.put("a limit beyond numbers", "SELECT status FROM t_order LIMIT " + "9".repeat(9_000));
        FORMS.put("EXPLAIN SHARDING", "EXPLAIN" + blanks + "SHARDING" + blanks + select);
        FORMS.put("SET", "SET" + blanks + "foo" + blanks + "= 1");
        FORMS.put("SET search_path", "SET" + blanks + "search_path" + blanks + "TO" + blanks + "a" + blanks + ", b");
        FORMS.put("SHOW", "SHOW" + blanks + "TABLES" + blanks + "LIKE '" + "%a".repeat(LENGTH / 2) + "'");
        FORMS.put("INSERT", "INSERT INTO t_order (order_id, user_id)" + blanks + "VALUES (1," + blanks + "7)");
        FORMS.put("a date", "SELECT status FROM t_order WHERE created = DATE '2024-01-01" + blanks + "'");
        FORMS.put("a word of tables of data", "SELECT " + "final ".repeat(1000) + blanks + " FROM t_order");
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isReadInTheEnd(Dialect dialect) {
        Planner planner = new Planner(
                OrderTables.rule(),
                OrderTables.catalog(),
                dialect,
                Limits.builder().hintComments(true).build());
        FORMS.forEach((name, sql) -> read(planner, sql, name));
    }

    private static void read(Planner planner, String sql, String name) {
        try {
            NormalizedSql shape = planner.shape(sql);
            assertThat(shape == null || shape.text().length() <= sql.length()).isTrue();
            planner.plan(sql).bind(new Parameters(0), -1);
        } catch (SQLException refused) {
            assertThat((Throwable) refused)
                    .as(name)
                    .isInstanceOfSatisfying(ShardingException.class, refusal -> assertThat(refusal.errorCode())
                            .isNotEqualTo(ErrorCode.UNEXPECTED_FAILURE));
        }
    }

    @Test
    void aHintAfterManyBlanksIsRead() throws SQLException {
        Planner planner = new Planner(
                OrderTables.rule(),
                OrderTables.catalog(),
                Dialect.MARIADB,
                Limits.builder().hintComments(true).build());
        String sql = " ".repeat(LENGTH) + "/* x */\n/*" + " ".repeat(LENGTH) + "Sharding: ds = ds1" + " ".repeat(LENGTH)
                + "*/ SELECT 1";
        assertThat(planner.plan(sql).statement()).isInstanceOf(HintedPlan.class);
    }
}
