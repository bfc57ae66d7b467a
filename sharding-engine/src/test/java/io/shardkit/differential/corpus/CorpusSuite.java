package io.shardkit.differential.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Tally;
import io.shardkit.differential.Verdict.Wrong;
import io.shardkit.differential.fixture.Comparison;
import io.shardkit.differential.fixture.Fixture;
import io.shardkit.differential.fixture.Topology;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Runs the corpus on topologies and compares each case with its expectation. */
public final class CorpusSuite {
    /** The share of refused statements may not grow beyond this. */
    private static final double REFUSED_CEILING = 0.05;

    private static final double NON_EMPTY_FLOOR = 0.85;
    private static final double MANY_UNITS_FLOOR = 0.60;

    private final CorpusWriter writer = new CorpusWriter();
    private final Function<Topology, Fixture> fixtures;

    /** @param fixtures with what the statements are sent to; asked once for each statement */
    public CorpusSuite(Function<Topology, Fixture> fixtures) {
        this.fixtures = fixtures;
    }

    /** A test for each case of a topology's database. */
    public Stream<DynamicNode> tests(Topology topology) {
        return tests(topology, Set.of());
    }

    /** @param others cases, as {@code file: name}, of which the caller expects something else */
    public Stream<DynamicNode> tests(Topology topology, Set<String> others) {
        Tally tally = new Tally();
        List<DynamicNode> nodes = new ArrayList<>();
        for (CorpusCase each : Corpus.load(topology.database())) {
            if (!others.contains(each.toString())) {
                nodes.add(DynamicTest.dynamicTest(each.toString(), () -> run(topology, each, tally)));
            }
        }
        nodes.add(DynamicTest.dynamicTest("counts", () -> checkCounts(topology, tally)));
        return Stream.of(DynamicContainer.dynamicContainer(topology.label(), nodes));
    }

    private void run(Topology topology, CorpusCase each, Tally tally) throws SQLException, IOException {
        Fixture fixture = fixtures.apply(topology);
        Comparison comparison = each.sql().isQuery()
                ? Comparison.ofQuery(fixture, each.sql(), each.ordering())
                : Comparison.ofWrite(fixture, each.sql());
        tally.add(comparison.verdict(), comparison.expected(), comparison.shardCalls());
        assertThat(fixture.takeLeaks()).as("left behind").isEmpty();
        if (comparison.verdict() instanceof Wrong wrong) {
            fail(each + ": " + each.sql() + "\n  " + wrong.difference());
        }
        boolean isError = comparison.expected() instanceof Failure;
        assertThat(isError)
                .as("%s: is it an error on one database: %s", each, comparison.expected())
                .isEqualTo(each.errors().contains(topology.database()));
        Expectation actual = Expectation.of(comparison.verdict());
        if (isError || actual == null) {
            return;
        }
        if (CorpusWriter.isOn()) {
            writer.saw(each, topology, actual);
        } else if (!each.expectation(topology).isMetBy(actual)) {
            fail("%s: %s%n  expected %s, is %s%s", each, each.sql(), each.expectation(topology), actual, hint(actual));
        }
    }

    private static String hint(Expectation actual) {
        return actual.refused() ? "" : "; update me (-Dshardkit.corpus.write=true)";
    }

    private void checkCounts(Topology topology, Tally tally) throws SQLException, IOException {
        assertThat(fixtures.apply(topology).misplaced())
                .as("changed by statements that do not name the table")
                .isEmpty();
        System.out.println("corpus on " + topology.label() + ": " + tally);
        writer.write();
        assertThat(tally.refusedRatio()).isLessThan(REFUSED_CEILING);
        assertThat(tally.nonEmpty()).isGreaterThan((int) (tally.equal() * NON_EMPTY_FLOOR));
        if (topology.sources() > 1) {
            assertThat(tally.manyUnits()).isGreaterThan((int) (tally.equal() * MANY_UNITS_FLOOR));
        }
    }
}
