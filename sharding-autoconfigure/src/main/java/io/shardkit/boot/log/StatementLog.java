package io.shardkit.boot.log;

import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes slow and wide statements to the log, and all of them at debug if that is wanted: a line each, whose parts are
 * key-value pairs as well. Thread-safe.
 */
final class StatementLog implements StatementListener {
    /** The name of the logger. */
    static final String NAME = "io.shardkit.statements";

    private static final Logger LOGGER = LoggerFactory.getLogger(NAME);

    private final long slow;
    private final int wide;
    private final boolean all;
    private final UnaryOperator<String> shown;

    /**
     * @param slow from how long on a statement is slow, or null if none is
     * @param wide from how many units on a statement is wide, or null if none is
     * @param all whether each statement is written at debug
     * @param shown what of a text is written
     */
    StatementLog(@Nullable Duration slow, @Nullable Integer wide, boolean all, UnaryOperator<String> shown) {
        this.slow = slow == null ? Long.MAX_VALUE : slow.toNanos();
        this.wide = wide == null ? Integer.MAX_VALUE : wide;
        this.all = all;
        this.shown = shown;
    }

    @Override
    public void statementEnded(StatementEnded event) {
        boolean isSlow = event.nanos() >= slow;
        boolean isWide = event.units() >= wide;
        if (isSlow || isWide) {
            write(isSlow && isWide ? "Slow and wide" : isSlow ? "Slow" : "Wide", Level.WARN, event);
        } else if (all && LOGGER.isDebugEnabled()) {
            write("Logical", Level.DEBUG, event);
        }
    }

    @Override
    public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
        if (all && LOGGER.isDebugEnabled()) {
            long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
            String text = shown.apply(sql);
            LOGGER.atDebug()
                    .addKeyValue("sharding.data.source", dataSource)
                    .addKeyValue("sharding.duration.us", micros)
                    .addKeyValue("sharding.outcome", failed ? "failure" : "success")
                    .addKeyValue("db.query.text", text)
                    .log("Actual statement on {}, {} us{}: {}", dataSource, micros, failed ? ", failed" : "", text);
        }
    }

    private void write(String what, Level level, StatementEnded event) {
        long micros = TimeUnit.NANOSECONDS.toMicros(event.nanos());
        String operation = event.operation().name().toLowerCase(Locale.ROOT);
        String way = event.way().name().toLowerCase(Locale.ROOT);
        String error = event.errorType();
        String text = shown.apply(event.sql());
        LoggingEventBuilder line = LOGGER.atLevel(level)
                .addKeyValue("sharding.operation", operation)
                .addKeyValue("sharding.way", way)
                .addKeyValue("sharding.units", event.units())
                .addKeyValue("sharding.duration.us", micros)
                .addKeyValue("sharding.planned", event.planned())
                .addKeyValue("db.query.text", text);
        if (!error.isEmpty()) {
            line = line.addKeyValue("error.type", error);
        }
        line.log(
                "{} statement, {} {}, units {}, {} us{}: {}",
                what,
                operation,
                way,
                event.units(),
                micros,
                error.isEmpty() ? "" : ", error " + error,
                text);
    }
}
