package io.shardkit.differential.defect;

import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.atomicity.AtomicitySuite;
import io.shardkit.differential.corpus.Corpus;
import io.shardkit.differential.corpus.CorpusCase;
import io.shardkit.differential.corpus.Expectation;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import io.shardkit.differential.generated.StatementGenerator;
import io.shardkit.differential.generated.StatementGenerator.Query;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Runs the suites on H2 until a case fails. Made anew by each {@link DefectiveEngine}, in whose classes it then runs.
 */
final class DefectHunt implements Callable<String> {
    /** The answer if every case passes. */
    static final String NOTHING = "nothing";

    /** The suite of failures in the middle of writes. */
    static final String ATOMICITY = "atomicity";

    private static final int GENERATED = 1000;

    private final String first;

    /** @param first who is asked before all others are */
    DefectHunt(String first) {
        this.first = first;
    }

    @Override
    public String call() throws Exception {
        try {
            String found = first.equals(ATOMICITY) ? atomicity() : corpus(Topology.H2_2X2, first);
            found = found.equals(NOTHING) ? corpus(Topology.H2_2X2, "") : found;
            found = found.equals(NOTHING) ? atomicity() : found;
            found = found.equals(NOTHING) ? corpus(Topology.H2_2X3_ONE_COLUMN, "") : found;
            found = found.equals(NOTHING) ? generated() : found;
            return found.equals(NOTHING) ? corpus(Topology.H2_3X5, "") : found;
        } finally {
            Fixture.closeAll();
        }
    }

    /** @param only the case whose name this begins, or all if empty */
    private static String corpus(Topology topology, String only) throws SQLException {
        Fixture fixture = Fixture.of(topology);
        for (CorpusCase each : Corpus.load(topology.database())) {
            if (!only.isEmpty() && !each.toString().equals(only)) {
                continue;
            }
            Comparison comparison = each.sql().isQuery()
                    ? Comparison.ofQuery(fixture, each.sql(), each.ordering())
                    : Comparison.ofWrite(fixture, each.sql());
            String name = "the corpus on " + topology.label() + ", " + each + ": ";
            if (comparison.verdict() instanceof Wrong wrong) {
                return name + wrong.difference();
            }
            Expectation actual = Expectation.of(comparison.verdict());
            if (actual != null
                    && !(comparison.expected() instanceof Failure)
                    && !each.expectation(topology).isMetBy(actual)) {
                return name + actual + " instead of " + each.expectation(topology);
            }
        }
        return NOTHING;
    }

    private static String atomicity() throws SQLException {
        List<String> broken = new AtomicitySuite(Topology.H2_2X2).run(true);
        return broken.isEmpty() ? NOTHING : "the atomicity suite, " + broken.get(0);
    }

    private static String generated() throws SQLException {
        Fixture fixture = Fixture.of(Topology.H2_2X2);
        for (int seed = 1; seed <= GENERATED; seed++) {
            Query query = new StatementGenerator(seed, fixture.topology().database()).query();
            Comparison comparison = Comparison.ofQuery(fixture, query.sql(), query.ordering());
            if (comparison.verdict() instanceof Wrong wrong) {
                return "the generator with seed " + seed + ", " + query.sql() + ": " + wrong.difference();
            }
        }
        return NOTHING;
    }
}
