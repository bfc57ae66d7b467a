package io.shardkit.differential.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict.Equal;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A copy of a join within units, or of its groups, changes no answer, and has no more rows than the copies of its tables.
 */
final class UnitJoinSuite {
    private static final int ENOUGH = 40;

    /** The engine makes names that begin so, and copies the tables one by one where the statement has such a name. */
    private static final String ONE_BY_ONE = ", 1 AS sk_tables";

    private final Fixture fixture;
    private final String label;
    private final boolean oneSpelling;
    private final List<String> wrong = new ArrayList<>();
    private long rows;
    private long rowsOneByOne;
    private int answered;
    private int joined;

    UnitJoinSuite(Topology topology) {
        this.fixture = Fixture.of(topology);
        this.label = topology.label();
        this.oneSpelling = !topology.database().speaksMysql();
    }

    void queries(int count) throws SQLException {
        long seed = Seeds.chosen();
        int statements = Integer.getInteger("shardkit.statements", count);
        for (int i = 0; i < statements; i++) {
            query(seed + i);
        }
        System.out.printf(
                Locale.ROOT,
                "joins in units on %s, seed %d: %d of %d answered by one database, %d by copies of joins,"
                        + " with %d rows instead of %d%n",
                label,
                seed,
                answered,
                statements,
                joined,
                rows,
                rowsOneByOne);
        assertThat(wrong).isEmpty();
        if (statements >= ENOUGH && fixture.topology().sources() > 1) {
            assertThat(joined).isGreaterThan(statements / 10);
            assertThat(rows).isLessThan(rowsOneByOne);
        }
    }

    private void query(long seed) throws SQLException {
        Sql sql = new UnitJoinGenerator(Seeds.random(seed), oneSpelling).query("");
        fixture.calls().takeRows();
        fixture.watch().record(true);
        Comparison comparison = Comparison.ofQuery(fixture, sql, Ordering.NONE);
        List<String> calls = fixture.watch().record(false);
        if (!(comparison.expected() instanceof Rows)) {
            return;
        }
        answered++;
        String by = "seed " + seed + ": " + sql + "\n  by " + String.join("\n     ", calls);
        if (!(comparison.verdict() instanceof Equal || comparison.verdict() instanceof Refused)) {
            wrong.add(by + "\n  " + comparison.verdict());
        }
        if (calls.stream().anyMatch(call -> call.contains(" FROM (SELECT "))) {
            joined++;
            long copied = fixture.calls().takeRows();
            Sql oneByOne = new UnitJoinGenerator(Seeds.random(seed), oneSpelling).query(ONE_BY_ONE);
            Comparison other = Comparison.ofQuery(fixture, oneByOne, Ordering.NONE);
            long before = fixture.calls().takeRows();
            rows += copied;
            rowsOneByOne += before;
            if (copied > before && other.verdict() instanceof Equal) {
                wrong.add(by + "\n  copies " + copied + " rows instead of " + before);
            }
        }
    }
}
