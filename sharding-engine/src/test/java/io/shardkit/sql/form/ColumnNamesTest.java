package io.shardkit.sql.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.ParsedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks which words are columns, and which are calls or values that only look like one. */
class ColumnNamesTest {
    private static final Table LOGINS = new Table(
            "t_login",
            Stream.of("user", "comment", "first", "session_id", "nextval", "year")
                    .map(ColumnNamesTest::text)
                    .toList());

    private static final ShardingRule RULE = TestRules.over(List.of("ds0"))
            .table(new TableRule(
                    "t_login", "ds0.t_login_{0..1}", null, new ShardingStrategy("user", new HashModAlgorithm(2)), null))
            .build();

    private static final Catalog CATALOG = new Catalog() {
        @Override
        public @Nullable Table table(String logicalName) {
            return logicalName.equals("t_login") ? LOGINS : null;
        }

        @Override
        public @Nullable List<UniqueKey> uniqueKeys(String logicalName) {
            return null;
        }

        @Override
        public String schema() {
            return "shop";
        }
    };

    private static Column text(String name) {
        return new Column(
                name, name, "varchar", "varchar", KeyType.TEXT, TextOrder.BINARY, true, false, false, Carrier.TEXT);
    }

    private static ParsedStatement parse(Dialect dialect, String sql) throws SQLException {
        return new SqlParser(RULE, CATALOG, dialect).parse(sql);
    }

    @ParameterizedTest
    @CsvSource({
        "MARIADB, user, true",
        "MARIADB, `user`, true",
        "MARIADB, t_login.user, true",
        "POSTGRESQL, user, false",
        "POSTGRESQL, t_login.user, true",
        "POSTGRESQL, \"user\", true",
        "H2, USER, false",
        "H2, t_login.USER, true",
        "H2, \"user\", true",
        "POSTGRESQL, comment, true",
        "MARIADB, first, true",
        "H2, first, true"
    })
    void conditionsOnColumns(Dialect dialect, String column, boolean demanded) throws SQLException {
        Condition where = parse(dialect, "SELECT comment FROM t_login WHERE " + column + " = 'a'")
                .blocks()
                .get(0)
                .where();
        assertThat(where instanceof Condition.In).isEqualTo(demanded);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "H2; SELECT session_id() FROM t_login",
                "H2; SELECT comment, first, session_id() FROM t_login t",
                "H2; SELECT numbers.nextval FROM t_login",
                "H2; SELECT numbers.currval, first FROM t_login",
                "MARIADB; SELECT comment FROM t_login WHERE sleep(1) = 0",
                "POSTGRESQL; SELECT first, nextval('numbers') FROM t_login"
            })
    void callsAreRefused(Dialect dialect, String sql) {
        assertThatThrownBy(() -> parse(dialect, sql))
                .isInstanceOf(SQLException.class)
                .hasMessageMatching("SK-(2024|2004): .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "H2; SELECT first FROM t_login FETCH FIRST 2 ROWS ONLY",
                "POSTGRESQL; SELECT comment, EXTRACT(year FROM CURRENT_DATE) FROM t_login ORDER BY first NULLS FIRST",
                "MARIADB; SELECT comment, first, TIMESTAMPDIFF(year, session_id, NOW()) FROM t_login",
                "MARIADB; INSERT INTO t_login (user, comment, first) VALUES ('a', 'b', 'c')",
                "POSTGRESQL; INSERT INTO t_login (\"user\", comment, first) VALUES ('a', 'b', 'c')",
                "H2; UPDATE t_login SET comment = first, first = 'b' WHERE t_login.user = 'a'"
            })
    void keywordsStayKeywords(Dialect dialect, String sql) throws SQLException {
        assertThat(parse(dialect, sql).tables()).hasSize(1);
    }
}
