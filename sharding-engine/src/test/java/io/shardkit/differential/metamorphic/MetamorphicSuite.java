package io.shardkit.differential.metamorphic;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Tally;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.Verdict.Refused;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.corpus.Corpus;
import io.shardkit.differential.corpus.CorpusCase;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;

/** Asks each query of the corpus in several ways, which must come to the same. */
final class MetamorphicSuite {

    /** A way to ask. */
    enum Variant {
        /** With an empty plan cache. */
        COLD {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                return Answer.of(connection, sql);
            }
        },
        /** With the plan that the last execution left. */
        WARM {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                return Answer.of(connection, sql);
            }
        },
        /** Prepared, also if there are no parameters. */
        PREPARED {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                return Answer.ofPrepared(connection, sql);
            }
        },
        /** With the plan that an execution with other values left. */
        AFTER_OTHER_VALUES {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                Answer.of(connection, sql.withOtherValues());
                return Answer.of(connection, sql);
            }
        },
        /** With Long parameters instead of Integer ones. */
        WIDER_VALUES {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                return Answer.of(connection, sql.withWiderValues());
            }
        },
        /** With literals instead of parameters. */
        LITERALS {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                return Answer.of(connection, sql.withLiterals());
            }
        },
        /** In a transaction. */
        TRANSACTION {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                connection.setAutoCommit(false);
                try {
                    return Answer.of(connection, sql);
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
        },
        /** In a transaction that has written before. */
        AFTER_A_WRITE {
            @Override
            Answer ask(Connection connection, Sql sql) throws SQLException {
                connection.setAutoCommit(false);
                try {
                    Answer write =
                            Answer.of(connection, new Sql("UPDATE o SET a = a + 1 WHERE k = 5 OR k = 12", List.of()));
                    return write instanceof Failure ? write : Answer.of(connection, sql);
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
        };

        abstract Answer ask(Connection connection, Sql sql) throws SQLException;
    }

    private static final int FAILURES_SHOWN = 20;

    private final Fixture fixture;

    MetamorphicSuite(Topology topology) {
        this.fixture = Fixture.of(topology);
    }

    void run() throws SQLException {
        run(1);
    }

    /**
     * Asks some of the corpus, as servers take their time; all of it with {@code -Dsoak}.
     *
     * @param oneOf of how many queries one is asked, at random
     */
    void run(int oneOf) throws SQLException {
        long seed = Seeds.chosen();
        int chosenOf = System.getProperty("soak") == null ? oneOf : 1;
        System.out.println("metamorphic, one query of " + chosenOf + ", -Dshardkit.seed=" + seed);
        Random random = new Random(seed);
        DataSource engine = fixture.newEngine();
        Map<Variant, Tally> tallies = new EnumMap<>(Variant.class);
        List<String> failures = new ArrayList<>();
        for (CorpusCase each : Corpus.load(fixture.topology().database())) {
            if (!each.sql().isQuery()
                    || each.errors().contains(fixture.topology().database())
                    || random.nextInt(chosenOf) > 0) {
                continue;
            }
            Verdict first = null;
            for (Variant way : Variant.values()) {
                Comparison comparison =
                        Comparison.of(fixture, engine, each.ordering(), connection -> way.ask(connection, each.sql()));
                Verdict verdict = comparison.verdict();
                tallies.computeIfAbsent(way, key -> new Tally())
                        .add(verdict, comparison.expected(), comparison.shardCalls());
                first = first == null ? verdict : first;
                if (verdict instanceof Wrong || !sameOrRefusedAsOtherText(way, first, verdict)) {
                    failures.add(each + " " + way + ": " + each.sql() + "\n  " + verdict + ", first " + first);
                    break;
                }
            }
        }
        tallies.forEach((way, tally) ->
                System.out.println("metamorphic on " + fixture.topology().label() + ", " + way + ": " + tally));
        assertThat(failures.subList(0, Math.min(FAILURES_SHOWN, failures.size())))
                .as("%d failures", failures.size())
                .isEmpty();
        assertThat(fixture.takeLeaks()).as("left behind").isEmpty();
    }

    /** The same verdict; literals make another text, which may be refused by itself. */
    private static boolean sameOrRefusedAsOtherText(Variant way, Verdict first, Verdict verdict) {
        return verdict.equals(first) || (way == Variant.LITERALS && verdict instanceof Refused);
    }
}
