package io.shardkit.differential.metamorphic;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.generated.ConditionGenerator;
import io.shardkit.differential.generated.Source;
import io.shardkit.differential.generated.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Needs no other database: a condition is true, false or neither of each row, so the answers to the three add up to the
 * answer without it; the counts and sums of the three as well.
 */
final class PartitionSuite {
    private static final long SEED = 77_000;
    private static final int ENOUGH = 100;
    private static final List<LogicalTable> TABLES =
            List.of(LogicalTable.O, LogicalTable.O, LogicalTable.I, LogicalTable.X, LogicalTable.P, LogicalTable.EV);

    private final Fixture fixture;

    PartitionSuite(Topology topology) {
        this.fixture = Fixture.of(topology);
    }

    void run(int count) throws SQLException {
        long seed = Long.getLong("shardkit.seed", SEED);
        int compared = 0;
        int several = 0;
        List<String> wrong = new ArrayList<>();
        try (Connection connection = fixture.sharded().getConnection()) {
            for (int i = 0; i < count; i++) {
                Random random = Seeds.random(seed + i);
                ConditionGenerator conditions = new ConditionGenerator(random);
                Source source = new Source(TABLES.get(random.nextInt(TABLES.size())), "t0");
                String from = " FROM " + source.table().tableName() + " t0";
                SqlText text = new SqlText(random);
                conditions.condition(text, List.of(source), 2);
                Sql p = text.toSql();
                List<List<@Nullable Object>> rows = new ArrayList<>();
                long[] sums = new long[2];
                int parts = 0;
                for (String each :
                        List.of("(" + p.text() + ")", "NOT (" + p.text() + ")", "(" + p.text() + ") IS NULL")) {
                    Answer part = Answer.of(
                            connection, new Sql("SELECT t0.id, t0.a" + from + " WHERE " + each, p.parameters()));
                    Answer sum = Answer.of(
                            connection,
                            new Sql(
                                    "SELECT COUNT(*), COALESCE(SUM(t0.id), 0)" + from + " WHERE " + each,
                                    p.parameters()));
                    if (part instanceof Rows found && sum instanceof Rows added) {
                        rows.addAll(found.rows());
                        several += found.rows().isEmpty() ? 0 : 1;
                        sums[0] += number(added, 0);
                        sums[1] += number(added, 1);
                        parts++;
                    } else if (part instanceof Failure failure && failure.code() == null) {
                        wrong.add("seed " + (seed + i) + ": " + each + " " + failure.thrown());
                    }
                }
                if (parts < 3) {
                    continue;
                }
                compared++;
                Answer whole = Answer.of(connection, new Sql("SELECT t0.id, t0.a" + from, List.of()));
                Rows all = (Rows) whole;
                if (!(Verdict.of(all, new Rows(all.columns(), rows), Ordering.NONE) instanceof Verdict.Equal)) {
                    wrong.add("seed " + (seed + i) + ": rows of" + from + " by " + p);
                }
                Rows total = (Rows)
                        Answer.of(connection, new Sql("SELECT COUNT(*), COALESCE(SUM(t0.id), 0)" + from, List.of()));
                if (number(total, 0) != sums[0] || number(total, 1) != sums[1]) {
                    wrong.add("seed " + (seed + i) + ": count and sum of" + from + " by " + p);
                }
            }
        }
        System.out.println("partitions on " + fixture.topology().label() + ": " + compared + " of " + count
                + " conditions compared, " + several + " parts not empty");
        assertThat(wrong).isEmpty();
        assertThat(compared).isGreaterThan(Math.min(ENOUGH, count / 2));
        assertThat(several).isGreaterThan(compared);
    }

    private static long number(Rows rows, int column) {
        return rows.rows().get(0).get(column) instanceof Number number ? number.longValue() : 0;
    }
}
