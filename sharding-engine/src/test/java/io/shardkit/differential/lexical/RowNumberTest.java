package io.shardkit.differential.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Sql;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** H2 in its PostgreSQL mode takes {@code oid} for the number of a row, which is another one in a copy. */
class RowNumberTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT MAX(s), COUNT(DISTINCT oid) FROM o HAVING COUNT(*) > 1",
                "SELECT MAX(s), COUNT(DISTINCT o.oid) FROM o HAVING COUNT(*) > 1",
                "SELECT oid AS oid, COUNT(DISTINCT s) FROM o GROUP BY oid HAVING COUNT(*) > 1",
                "DELETE FROM o WHERE id IN (SELECT MAX(i.oid) FROM i, (SELECT 1 AS k) d)",
                "DELETE FROM o WHERE id IN (SELECT oid AS oid FROM i WHERE i.oid > 1)",
                "DELETE FROM o WHERE id IN (SELECT MAX(oid) FROM i)",
                "UPDATE o SET a = 1 WHERE id > (SELECT MIN(x.oid) FROM o x)",
                "UPDATE b1 SET a = oid WHERE id > 2",
                "UPDATE b1 SET a = (SELECT MAX(oid) FROM o)"
            })
    void isRefused(String text) throws SQLException {
        try (LexicalFixture fixture = new LexicalFixture(LexicalDatabase.H2_POSTGRESQL)) {
            Sql sql = new Sql(text, List.of());
            assertThat(fixture.ofOracle(sql, false, 10)).isNotInstanceOf(Answer.Failure.class);
            assertThat(fixture.ofEngine(sql, false))
                    .isInstanceOfSatisfying(Answer.Failure.class, failure -> assertThat(failure.code())
                            .isIn(ErrorCode.UNSUPPORTED_SYNTAX, ErrorCode.BROADCAST_WRITE));
        }
    }

    /** A column that the statement itself calls so is none of the row. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT MAX(d.oid), COUNT(DISTINCT d.oid) FROM (SELECT a AS oid FROM o) d HAVING COUNT(*) > 1",
                "WITH c (oid) AS (SELECT a FROM o) SELECT MAX(c.oid), COUNT(DISTINCT c.oid) FROM c HAVING COUNT(*) > 1",
                "SELECT a AS oid, COUNT(DISTINCT s) FROM o GROUP BY a ORDER BY a",
                "DELETE FROM o WHERE id IN (SELECT MAX(d.oid) FROM (SELECT a AS oid FROM i) d)"
            })
    void isAnsweredWhereItIsAnAlias(String text) throws SQLException {
        try (LexicalFixture fixture = new LexicalFixture(LexicalDatabase.H2_POSTGRESQL)) {
            Sql sql = new Sql(text, List.of());
            assertThat(fixture.ofEngine(sql, false)).isNotInstanceOf(Answer.Failure.class);
        }
    }
}
