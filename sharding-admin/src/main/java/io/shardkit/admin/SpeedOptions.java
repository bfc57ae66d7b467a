package io.shardkit.admin;

import io.shardkit.move.AlterRequest;
import io.shardkit.move.ReshardRequest;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how fast rows move, and when the switch is. */
final class SpeedOptions {
    @Option(names = "--switch-by-hand", description = "waits for 'moves switch' once all rows are at the target")
    private boolean switchByHand;

    @Option(
            names = "--rows-per-second",
            paramLabel = "N",
            defaultValue = "0",
            converter = Limit.class,
            description =
                    "copies no more rows in a second from each data source; by default as fast as the data sources"
                            + " answer well")
    private long rowsPerSecond;

    /** Reads limits, of which 0 is none. */
    static final class Limit implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                long limit = Long.parseLong(value);
                if (limit >= 0) {
                    return limit;
                }
            } catch (NumberFormatException notOne) {
                throw new TypeConversionException("'" + value + "' is not a whole number");
            }
            throw new TypeConversionException("'" + value + "' is negative");
        }
    }

    boolean switchByHand() {
        return switchByHand;
    }

    long rowsPerSecond() {
        return rowsPerSecond;
    }

    /** Returns a request with these options. */
    AlterRequest of(AlterRequest request) {
        return new AlterRequest(request.table(), request.clauses(), switchByHand, rowsPerSecond);
    }

    /** Returns a request with these options. */
    ReshardRequest of(ReshardRequest request) {
        return new ReshardRequest(request.wanted(), request.tables(), switchByHand, rowsPerSecond);
    }
}
