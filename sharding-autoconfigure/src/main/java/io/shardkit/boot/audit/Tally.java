package io.shardkit.boot.audit;

import io.shardkit.forecast.ColumnScores;
import io.shardkit.forecast.Forecasts;
import io.shardkit.observe.Advice;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The counts of the executions of one statement. Not thread-safe. */
final class Tally {
    /** In the place of a text: statements that are not told apart any more. */
    static final String OTHERS = "(others)";

    private final String dataSource;
    private final String sql;
    private final Map<Cost.Strategy, Long> ways = new EnumMap<>(Cost.Strategy.class);
    private Cost.Strategy worst = Cost.Strategy.NONE;
    private String operation = "";
    private int units;
    private long executions;
    private long failures;
    private long nanos;
    private String refusal = "";
    private String reason = "";
    private List<Advice> advice = List.of();
    private @Nullable String sampleText;
    private @Nullable Parameters sampleParameters;

    Tally(String dataSource, String sql) {
        this.dataSource = dataSource;
        this.sql = sql;
    }

    String dataSource() {
        return dataSource;
    }

    /** An execution; of the first in the worst way it is found out why, and what to do. */
    void add(Cost forecast, Forecasts own, String text, Parameters parameters) throws SQLException {
        ways.merge(forecast.way(), 1L, Long::sum);
        units = Math.max(units, forecast.units());
        if (sampleText == null && !sql.equals(OTHERS)) {
            sampleText = text;
            sampleParameters = parameters;
            operation = word(forecast.operation());
        }
        if (forecast.way().compareTo(worst) > 0) {
            worst = forecast.way();
            refusal = forecast.refusal() == null ? "" : forecast.refusal().code();
            Explanation explanation =
                    worst.compareTo(Cost.Strategy.ONE_UNIT) > 0 ? own.explain(text, parameters) : null;
            if (explanation != null) {
                reason = explanation.reason();
                advice = explanation.advice();
            } else if (forecast.refusal() != null) {
                reason = forecast.refusal().reason();
            }
        }
    }

    /** Counts a sent statement, whether or not it can be planned. */
    void took(Sent statement) {
        executions += statement.executions();
        nanos += statement.nanos();
        failures += statement.failed() ? 1 : 0;
    }

    /** One of the executions, for all of them. */
    List<ColumnScores.Sample> samples() {
        return sampleText == null || sampleParameters == null
                ? List.of()
                : List.of(new ColumnScores.Sample(sampleText, sampleParameters, executions));
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    AuditReport.Statement report() {
        Map<String, Long> counts = new TreeMap<>();
        ways.forEach((way, count) -> counts.put(word(way), count));
        return new AuditReport.Statement(
                dataSource,
                sql,
                operation,
                ways.isEmpty() ? "unknown" : word(worst),
                counts,
                executions,
                failures,
                units,
                TimeUnit.NANOSECONDS.toMicros(nanos),
                refusal,
                reason,
                advice.stream().map(Advice::text).toList());
    }

    Cost.Strategy worst() {
        return worst;
    }

    long executions() {
        return executions;
    }

    long nanos() {
        return nanos;
    }
}
