package io.shardkit.differential.metamorphic;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Answer;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.Verdict;
import io.shardkit.differential.corpus.Corpus;
import io.shardkit.differential.corpus.CorpusCase;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class MetamorphicTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = Effort.of(75);
    private static final int PARTITIONS = Effort.of(50);

    @Test
    void everyWayToAskComesToTheSame() throws Exception {
        new MetamorphicSuite(Topology.H2_2X2).run();
    }

    @Test
    void threePartsMakeTheWhole() throws Exception {
        new PartitionSuite(Topology.H2_3X5).run(PARTITIONS);
    }

    @Test
    void allTopologiesAnswerAlike() throws Exception {
        List<Topology> others = List.of(Topology.H2_1X1, Topology.H2_3X5, Topology.H2_2X3_ONE_COLUMN);
        int compared = 0;
        for (CorpusCase each : Corpus.load(Topology.H2_2X2.database())) {
            if (!each.sql().isQuery()) {
                continue;
            }
            Answer first = answer(Fixture.of(Topology.H2_2X2).sharded(), each.sql());
            for (Topology topology : others) {
                Answer other = answer(Fixture.of(topology).sharded(), each.sql());
                if (first instanceof Failure || other instanceof Failure) {
                    continue;
                }
                compared++;
                assertThat(Verdict.of(first, other, each.ordering()))
                        .as("%s on %s", each, topology.label())
                        .isEqualTo(new Verdict.Equal());
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    /** One plan per text, used by all threads with values of their own. */
    @Test
    void threadsShareThePlans() throws Exception {
        Fixture fixture = Fixture.of(Topology.H2_2X2);
        List<Sql> statements = new ArrayList<>();
        for (int k = -5; k <= 12; k++) {
            // One text, and a value of each class that may stand for the key or for a part of it.
            for (Object key : List.of(
                    k,
                    (long) k,
                    (short) k,
                    (double) k,
                    BigDecimal.valueOf(k),
                    new BigDecimal(k + ".0"),
                    new BigDecimal(k + ".5"),
                    BigInteger.valueOf(k),
                    String.valueOf(k))) {
                statements.add(new Sql("SELECT id, a, s FROM o WHERE k = ? ORDER BY id", List.of(key)));
                statements.add(new Sql("SELECT id FROM o WHERE k IN (?, 6) AND id > ? ORDER BY id", List.of(key, k)));
                statements.add(new Sql(
                        "SELECT t0.id, t1.id FROM o t0 JOIN i t1 ON t0.k = t1.k AND t0.id = t1.o_id "
                                + "WHERE t0.k = ? OR t1.a = ? ORDER BY t0.id, t1.id",
                        List.of(key, k)));
            }
            statements.add(new Sql("SELECT id, a, s FROM o WHERE k = ? ORDER BY id", Collections.singletonList(null)));
            statements.add(new Sql("SELECT a, COUNT(*) FROM o WHERE k IN (?, ?) GROUP BY a ORDER BY a", List.of(k, 5)));
            statements.add(new Sql("SELECT id FROM o WHERE k > ? ORDER BY id LIMIT ?", List.of(k, 7)));
        }
        Map<Sql, Answer> expected = new ConcurrentHashMap<>();
        for (Sql sql : statements) {
            Answer whole = answer(fixture.oracle(), sql);
            expected.put(sql, whole);
            // Nothing is cached of an engine that has just been made.
            assertThat(Verdict.of(whole, answer(fixture.newEngine(), sql), Ordering.TOTAL))
                    .as("uncached %s", sql)
                    .isEqualTo(new Verdict.Equal());
        }
        DataSource engine = fixture.newEngine();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<List<String>>> results = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int offset = thread * 71;
                results.add(pool.submit(() -> {
                    List<String> wrong = new ArrayList<>();
                    for (int round = 0; round < ROUNDS; round++) {
                        Sql sql = statements.get((offset + round) % statements.size());
                        Verdict verdict = Verdict.of(expected.get(sql), answer(engine, sql), Ordering.TOTAL);
                        if (!(verdict instanceof Verdict.Equal)) {
                            wrong.add(sql + ": " + verdict);
                        }
                    }
                    return wrong;
                }));
            }
            for (Future<List<String>> result : results) {
                assertThat(result.get()).isEmpty();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(fixture.borrowedConnections()).isZero();
    }

    private static Answer answer(DataSource database, Sql sql) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return Answer.of(connection, sql);
        }
    }
}
