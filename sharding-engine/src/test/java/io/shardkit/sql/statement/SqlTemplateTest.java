package io.shardkit.sql.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.dialect.Dialect;
import io.shardkit.planner.OrderTables;
import io.shardkit.sql.SqlParser;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Edits keep everything else, and the parameters stay with their places. */
class SqlTemplateTest {

    private static ParsedStatement parse(String sql) throws SQLException {
        return new SqlParser(OrderTables.rule(), OrderTables.catalog(), Dialect.MARIADB).parse(sql);
    }

    private static Span spanOf(ParsedStatement statement, String part) {
        int start = statement.text().sql().indexOf(part);
        return new Span(start, start + part.length());
    }

    private static String render(SqlTemplate template) {
        return template.render(use -> "T" + use);
    }

    @Test
    void renamingAloneLeavesTheParameters() throws SQLException {
        SqlTemplate template = SqlTemplate.of(parse("SELECT ? FROM t_order WHERE status = ?"));
        assertThat(render(template)).isEqualTo("SELECT ? FROM T0 WHERE status = ?");
        assertThat(template.parameterSources()).isNull();
        assertThat(template.sources()).containsExactly(0, 1);
    }

    @Test
    void insertedParametersStandInOrder() throws SQLException {
        ParsedStatement statement = parse("SELECT ? FROM t_order WHERE status = ?");
        SqlTemplate template = new SqlTemplate.Editor(statement)
                .insert(spanOf(statement, " FROM").start(), ", ?", List.of(-1))
                .build();
        assertThat(render(template)).isEqualTo("SELECT ?, ? FROM T0 WHERE status = ?");
        assertThat(template.parameterSources()).containsExactly(0, -1, 1);
    }

    @Test
    void whatIsInsertedBeforeANameStandsBeforeIt() throws SQLException {
        ParsedStatement statement = parse("SELECT 1 FROM t_order WHERE t_order.status = ?");
        SqlTemplate template = new SqlTemplate.Editor(statement)
                .insert(spanOf(statement, "t_order.status").start(), "(", List.of())
                .insert(spanOf(statement, "t_order.status").start(), "NOT ", List.of())
                .build();
        assertThat(render(template)).isEqualTo("SELECT 1 FROM T0 WHERE (NOT T0.status = ?");
        assertThat(template.sources()).containsExactly(0);
    }

    @Test
    void aCopyBringsItsParametersAndNames() throws SQLException {
        ParsedStatement statement = parse("SELECT ? FROM t_order ORDER BY t_order.status + ?");
        SqlTemplate template = new SqlTemplate.Editor(statement)
                .insertCopy(spanOf(statement, " FROM").start(), ", ", spanOf(statement, "t_order.status + ?"), " AS h")
                .build();
        assertThat(render(template))
                .startsWith("SELECT ?, T0.status + ? AS h FROM T0")
                .endsWith("ORDER BY T0.status + ?");
        assertThat(template.parameterSources()).containsExactly(0, 1, 1);
    }

    @Test
    void aReplacedSpanTakesItsParametersAway() throws SQLException {
        ParsedStatement statement = parse("SELECT ? FROM t_order LIMIT ? OFFSET ?");
        SqlTemplate template = new SqlTemplate.Editor(statement)
                .replace(spanOf(statement, "LIMIT ? OFFSET ?"), "LIMIT ?", List.of(-1))
                .build();
        assertThat(render(template)).isEqualTo("SELECT ? FROM T0 LIMIT ?");
        assertThat(template.parameterSources()).containsExactly(0, -1);
    }

    @Test
    void aPartHasItsOwnParameters() throws SQLException {
        ParsedStatement statement = parse("INSERT INTO t_order (order_id, user_id) VALUES (?, ?), (?, ?)");
        int second = statement.text().sql().lastIndexOf('(');
        SqlTemplate part = new SqlTemplate.Editor(statement).build(new Span(second, second + 6));
        assertThat(render(part)).isEqualTo("(?, ?)");
        assertThat(part.sources()).containsExactly(2, 3);
    }

    @Test
    void namesOfTheirOwnGetASuffix() throws SQLException {
        ParsedStatement plain = parse("CREATE INDEX ix ON t_log (line)");
        assertThat(render(new SqlTemplate.Editor(plain)
                        .rename(spanOf(plain, "ix"), 0, table -> "ix_" + table)
                        .build()))
                .isEqualTo("CREATE INDEX ix_T0 ON T0 (line)");
        ParsedStatement quoted = parse("CREATE INDEX `ix` ON `t_log` (line)");
        assertThat(render(new SqlTemplate.Editor(quoted)
                        .rename(spanOf(quoted, "`ix`"), 0, table -> "ix_" + table)
                        .build()))
                .isEqualTo("CREATE INDEX `ix_T0` ON `T0` (line)");
    }

    @Test
    void aTemplateDoesNotShareItsArrays() throws SQLException {
        SqlTemplate template = SqlTemplate.of(parse("SELECT ? FROM t_order"));
        template.sources()[0] = 7;
        assertThat(template.sources()).containsExactly(0);
    }
}
