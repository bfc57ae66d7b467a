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
import java.util.regex.Pattern;

/** Rows that a condition on their table alone leaves out of a copy change no answer. */
final class TableConditionSuite {
    private static final int ENOUGH = 100;

    /** A copy of the rows that have the rows they are joined to in their unit. */
    private static final Pattern PARTNER = Pattern.compile(" IN \\(SELECT .* 100001");

    private final Fixture fixture;
    private final String label;

    TableConditionSuite(Topology topology) {
        this.fixture = Fixture.of(topology);
        this.label = topology.label();
    }

    void queries(int count) throws SQLException {
        long seed = Seeds.chosen();
        List<String> wrong = new ArrayList<>();
        int answered = 0;
        int filtered = 0;
        int joined = 0;
        int statements = Integer.getInteger("shardkit.statements", count);
        for (int i = 0; i < statements; i++) {
            Sql sql = new TableConditionGenerator(Seeds.random(seed + i)).query();
            fixture.watch().record(true);
            Comparison comparison = Comparison.ofQuery(fixture, sql, Ordering.NONE);
            List<String> calls = fixture.watch().record(false);
            if (!(comparison.expected() instanceof Rows)) {
                continue;
            }
            answered++;
            joined += calls.stream().anyMatch(call -> PARTNER.matcher(call).find()) ? 1 : 0;
            filtered += calls.stream().anyMatch(call -> call.contains(" WHERE ") && call.contains(" 100001")) ? 1 : 0;
            if (!(comparison.verdict() instanceof Equal || comparison.verdict() instanceof Refused)) {
                wrong.add("seed " + (seed + i) + ": " + sql + "\n  " + comparison.verdict() + "\n  by "
                        + String.join("\n     ", calls));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "conditions of tables on %s, seed %d: %d of %d answered by one database, %d with filtered copies,"
                        + " %d of them by other tables%n",
                label,
                seed,
                answered,
                statements,
                filtered,
                joined);
        assertThat(wrong).isEmpty();
        if (statements >= ENOUGH && fixture.topology().sources() > 1) {
            assertThat(filtered).isGreaterThan(statements / 3);
            assertThat(joined).isGreaterThan(statements / 50);
        }
    }
}
