package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run of the simulation, short, against a service that counts what it holds and fails now and then. */
class GatlingRunTest {

    private static final LoadSettings SHORT = new LoadSettings(2, 1, 1, 30, List.of(Scenario.values()));

    @Test
    void countsWhatWasAcknowledgedAndWhatFailed(@TempDir Path folder) throws Exception {
        // Few orders are paid in a second, on a slow machine perhaps none: then another run has to show it.
        boolean complete = false;
        for (int run = 0; run < 5 && !complete; run++) {
            complete = counts(folder.resolve("run" + run));
        }
        assertThat(complete)
                .as("orders were paid, and all that may fail failed")
                .isTrue();
    }

    /** @return whether orders were paid, and each scenario failed that may */
    private static boolean counts(Path folder) throws Exception {
        try (InMemoryOrderService service = InMemoryOrderService.start(
                3,
                exchange -> exchange.getRequestMethod().equals("POST")
                        || exchange.getRequestURI().getPath().equals("/orders/totals"))) {
            GatlingRun.Outcome outcome = new GatlingRun(SHORT, folder).against(service.uri(), "test");

            assertThat(outcome.acknowledged()).isEqualTo(service.sums());
            assertThat(outcome.acknowledged().orders()).isGreaterThan(20);

            SimulationLog log = SimulationLog.read(outcome.simulationLog());
            assertThat(log.errors())
                    .as("%s", log.errorMessages())
                    .isEqualTo(service.faults())
                    .isPositive();
            assertThat(log.errorMessages()).first().asString().contains("500");

            List<ScenarioResult> results = log.results(SHORT);
            assertThat(results).extracting(ScenarioResult::title).containsExactlyElementsOf(titles());
            assertThat(results).allSatisfy(result -> {
                assertThat(result.requests()).isPositive();
                assertThat(result.perSecond())
                        .isEqualTo(Math.max(0.0, result.requests() - SHORT.users()) / SHORT.seconds());
                assertThat(result.p50()).isLessThanOrEqualTo(result.p95());
                assertThat(result.p95()).isLessThanOrEqualTo(result.p99());
            });
            assertThat(Files.exists(outcome.simulationLog().resolveSibling("index.html")))
                    .as("Gatling's own report")
                    .isTrue();
            Set<String> mayFail = Set.of(Scenario.TOTALS.title(), Scenario.MIX.title(), Scenario.CREATE.title());
            Set<String> failed = results.stream()
                    .filter(result -> result.errors() > 0)
                    .map(ScenarioResult::title)
                    .collect(Collectors.toSet());
            assertThat(failed).isSubsetOf(mayFail);
            return outcome.acknowledged().paid() > 0 && failed.equals(mayFail);
        }
    }

    @Test
    void stopsWhenNotOneOrderCanBeCreated(@TempDir Path folder) throws Exception {
        try (InMemoryOrderService service = InMemoryOrderService.start(1, exchange -> true)) {
            GatlingRun.Outcome outcome = new GatlingRun(SHORT, folder).against(service.uri(), "test");

            assertThat(outcome.acknowledged()).isEqualTo(new Sums(0, 0, 0, 0));
            SimulationLog log = SimulationLog.read(outcome.simulationLog());
            assertThat(log.errors()).isBetween(15L, 30L);
            assertThat(log.results(SHORT)).hasSize(Scenario.values().length).allSatisfy(result -> assertThat(
                            result.requests() + result.errors())
                    .isZero());
        }
    }

    private static List<String> titles() {
        return List.of("read by key", "user's page", "scatter page", "totals", "update", "mix", "create");
    }
}
