package io.shardkit.sql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A value that is known when a statement is bound. */
public sealed interface Value {

    /** The value of this execution; null for NULL. */
    @Nullable Object of(Parameters parameters) throws SQLException;

    /**
     * A literal of the text: {@link Long}, {@link java.math.BigInteger}, {@link java.math.BigDecimal}, String, Boolean,
     * {@link java.time.LocalDate} or null.
     */
    record Literal(@Nullable Object value) implements Value {
        @Override
        public @Nullable Object of(Parameters parameters) {
            return value;
        }
    }

    /** The parameter of that number, from 0. */
    record Parameter(int index) implements Value {
        @Override
        public @Nullable Object of(Parameters parameters) throws SQLException {
            return parameters.value(index);
        }
    }
}
