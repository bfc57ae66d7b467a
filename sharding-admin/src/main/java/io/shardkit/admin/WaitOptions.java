package io.shardkit.admin;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how long a command waits for what it has asked for. */
final class WaitOptions {
    @Option(names = "--detach", description = "does not wait for it")
    private boolean detach;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Time.class,
            description = "waits at most so long, such as 30m, and ends with 3 then; what was asked for goes on")
    private @Nullable Duration timeout;

    /** Reads times such as 90s, 30m and PT1H. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            try {
                return DurationStyle.detectAndParse(value);
            } catch (IllegalArgumentException unknown) {
                throw new TypeConversionException("'" + value + "' is not a time such as 90s, 30m or 2h");
            }
        }
    }

    boolean detach() {
        return detach;
    }

    @Nullable Duration timeout() {
        return timeout;
    }
}
