package io.shardkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each method of the JDBC interfaces gives through the engine what the driver gives on one unsharded database. Where it
 * does not, {@code jdbc/deviations.yaml} says so and why; one that is not seen any more fails too.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ConformanceSuite {
    private static final int FEWEST_STEPS = 100;

    @Parameter
    TestDatabase kind;

    private Databases databases;

    @BeforeParameterizedClassInvocation
    void open() throws SQLException {
        databases = new Databases(kind);
    }

    @AfterParameterizedClassInvocation
    void close() {
        if (databases != null) {
            databases.close();
        }
    }

    static Stream<String> areas() {
        return Probes.AREAS.stream();
    }

    @ParameterizedTest
    @MethodSource("areas")
    void isThatOfTheDriver(String area) throws SQLException {
        Map<String, Transcript.Outcome> ours =
                Probes.of(area, databases, databases.engine()).steps();
        Map<String, Transcript.Outcome> driver =
                Probes.of(area, databases, databases.whole()).steps();
        List<Deviation> known = Deviation.of(area, kind);
        TreeSet<String> unseen =
                new TreeSet<>(known.stream().map(Deviation::step).toList());
        List<String> differences = new ArrayList<>();
        driver.forEach((step, wanted) -> {
            Transcript.Outcome given = ours.get(step);
            if (given != null && given.isLike(wanted)) {
                return;
            }
            List<Deviation> reasons =
                    known.stream().filter(each -> each.covers(step)).toList();
            reasons.forEach(each -> unseen.remove(each.step()));
            if (reasons.isEmpty() || given == null) {
                differences.add(step + "\n  driver: " + wanted + "\n  engine: " + given);
            }
        });
        assertThat(driver).hasSizeGreaterThan(FEWEST_STEPS);
        assertThat(differences).as("unknown deviations").isEmpty();
        assertThat(unseen).as("known deviations that are gone").isEmpty();
    }
}
