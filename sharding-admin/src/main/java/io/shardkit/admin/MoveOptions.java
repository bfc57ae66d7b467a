package io.shardkit.admin;

import io.shardkit.move.MoveRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say what is to move. */
final class MoveOptions {
    @Option(
            names = "--unit",
            required = true,
            split = ",",
            paramLabel = "UNIT",
            description =
                    "an actual table with its data source, such as ds0.t_order_3; tables that are bound with it move"
                            + " with it")
    private List<String> units = new ArrayList<>();

    @Option(names = "--to", required = true, paramLabel = "DATA-SOURCE", description = "the data source that gets them")
    private String to = "";

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

    MoveRequest request() {
        return new MoveRequest(units, to, switchByHand, rowsPerSecond);
    }
}
