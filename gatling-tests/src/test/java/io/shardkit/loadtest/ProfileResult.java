package io.shardkit.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of the run over one profile.
 *
 * @param profile the application's profile
 * @param servers what it ran on
 * @param scenarios what was measured
 * @param errors failed requests of all stages, the unmeasured ones included
 * @param errorMessages what they said
 * @param reconciliation the databases against the answers
 * @param rows orders per physical table at the end
 * @param gatlingReport Gatling's own report, relative to the folder of ours
 */
record ProfileResult(
        String profile,
        String servers,
        List<ScenarioResult> scenarios,
        long errors,
        List<String> errorMessages,
        Reconciliation reconciliation,
        Map<String, Long> rows,
        String gatlingReport) {

    ProfileResult {
        scenarios = List.copyOf(scenarios);
        errorMessages = List.copyOf(errorMessages);
    }

    Optional<ScenarioResult> scenario(Scenario scenario) {
        return scenarios.stream()
                .filter(result -> result.title().equals(scenario.title()))
                .findFirst();
    }

    /** Why the run is no success; empty when it is one. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        if (errors > 0) {
            failures.add(profile + ": " + errors + " requests failed: " + String.join("; ", errorMessages));
        }
        for (ScenarioResult scenario : scenarios) {
            if (scenario.requests() == 0) {
                failures.add(profile + ": no request of \"" + scenario.title() + "\" was answered as expected");
            }
        }
        for (Reconciliation.Line line : reconciliation.lines()) {
            if (!line.agrees()) {
                failures.add(profile + ": " + line.what() + ": expected " + line.expected() + ", the databases hold "
                        + line.found());
            }
        }
        return failures;
    }
}
