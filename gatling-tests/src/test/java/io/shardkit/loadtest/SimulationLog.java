package io.shardkit.loadtest;

import io.gatling.charts.stats.GeneralStats;
import io.gatling.charts.stats.LogFileData;
import io.gatling.charts.stats.LogFileReader;
import io.gatling.commons.stats.KO$;
import io.gatling.commons.stats.OK$;
import io.gatling.commons.stats.Status;
import io.gatling.core.config.GatlingConfiguration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** Gatling's binary log of a run, read with Gatling's own reader. */
final class SimulationLog {

    private static final int MOST_MESSAGES = 10;

    private final LogFileData data;

    private SimulationLog(LogFileData data) {
        this.data = data;
    }

    static SimulationLog read(Path file) {
        return new SimulationLog(new LogFileReader(file.toFile(), GatlingConfiguration.load()).read());
    }

    /** One result per scenario, in their order. */
    List<ScenarioResult> results(LoadSettings settings) {
        List<ScenarioResult> results = new ArrayList<>();
        for (Scenario scenario : settings.scenarios()) {
            results.add(result(scenario.title(), settings));
        }
        return results;
    }

    /** Failed requests of all stages, also of those that aren't measured. */
    long errors() {
        GeneralStats failed = stats(null, KO$.MODULE$);
        return failed == null ? 0 : failed.count();
    }

    /** Returns the error messages with their counts, the most frequent first, and no more than are readable. */
    List<String> errorMessages() {
        List<String> messages = new ArrayList<>();
        data.errors(Option.empty(), Option.empty())
                .foreach(error -> messages.add(String.format(Locale.ROOT, "%d x %s", error.count(), error.message())));
        return messages.subList(0, Math.min(MOST_MESSAGES, messages.size()));
    }

    private ScenarioResult result(String title, LoadSettings settings) {
        GeneralStats ok = stats(title, OK$.MODULE$);
        GeneralStats failed = stats(title, KO$.MODULE$);
        long errors = failed == null ? 0 : failed.count();
        if (ok == null) {
            return new ScenarioResult(title, 0, errors, 0, 0, 0, 0);
        }
        // When the time is up each user still waits for one answer, which belongs to none of the seconds
        double perSecond = (double) Math.max(0, ok.count() - settings.users()) / settings.seconds();
        return new ScenarioResult(
                title, ok.count(), errors, perSecond, percentile(ok, 50), percentile(ok, 95), percentile(ok, 99));
    }

    private static int percentile(GeneralStats stats, double rank) {
        return (Integer) stats.percentile().apply(rank);
    }

    private @Nullable GeneralStats stats(@Nullable String request, Status status) {
        Option<GeneralStats> stats =
                data.requestGeneralStats(Option.apply(request), Option.empty(), Option.apply(status));
        return stats.isEmpty() ? null : stats.get();
    }
}
