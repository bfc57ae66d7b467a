package io.shardkit.merge;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.dialect.facts.ValueKind;
import io.shardkit.error.ErrorCode;
import io.shardkit.merge.memory.Cell;
import io.shardkit.merge.memory.Conversion;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The accumulators of the aggregates. */
final class Accumulators {
    private Accumulators() {}

    /**
     * Returns the supplier that starts the accumulator of one aggregate for each group.
     *
     * @throws SQLException a refusal if the columns' types cannot be aggregated exactly
     */
    static Supplier<Accumulator> of(Aggregate aggregate, ResultSetMetaData metaData, Dialect dialect, MemoryBudget room)
            throws SQLException {
        ResultColumn column = ResultColumn.of(metaData, aggregate.column(), dialect);
        if (aggregate instanceof Aggregate.Count) {
            requireKind(column, "COUNT in column", ValueKind.INTEGER);
            return () -> new Count(column);
        }
        if (aggregate instanceof Aggregate.CountDistinct count) {
            requireKind(column, "COUNT in column", ValueKind.INTEGER);
            ResultColumn value = ResultColumn.of(metaData, count.valueColumn(), dialect, count.text());
            UnaryOperator<Object> equality = ValueOrder.equality(value, count.text());
            return () -> new CountDistinct(value, equality, room);
        }
        if (aggregate instanceof Aggregate.Sum) {
            requireSummable(column, "SUM in column");
            return () -> new Sum(column, dialect);
        }
        if (aggregate instanceof Aggregate.Min min) {
            Comparator<Object> order = ValueOrder.ofExtremes(column, min.text());
            return () -> new Extreme(column, order, min.text());
        }
        if (aggregate instanceof Aggregate.Max max) {
            Comparator<Object> order = ValueOrder.ofExtremes(column, max.text()).reversed();
            return () -> new Extreme(column, order, max.text());
        }
        Aggregate.Avg average = (Aggregate.Avg) aggregate;
        ResultColumn sum = ResultColumn.of(metaData, average.sumColumn(), dialect);
        ResultColumn count = ResultColumn.of(metaData, average.countColumn(), dialect);
        requireKind(column, "AVG in column", ValueKind.DECIMAL, ValueKind.DECIMAL_FLOATING, ValueKind.FLOATING);
        requireSummable(sum, "SUM in column");
        requireKind(count, "COUNT in column", ValueKind.INTEGER);
        if (sum.jdbcType() == Types.REAL && column.jdbcType() == Types.DOUBLE) {
            // PostgreSQL adds up real numbers in single precision, but averages them in double precision.
            throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, "AVG in column");
        }
        return () -> new Average(column, sum, count, dialect);
    }

    /** H2 does not round each sum to the digits of its type. */
    private static void checkDigits(@Nullable Number total, ResultColumn column) throws SQLException {
        if (total instanceof BigDecimal sum
                && column.kind() == ValueKind.DECIMAL_FLOATING
                && sum.stripTrailingZeros().precision() > column.precision()) {
            throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, "SUM in column");
        }
    }

    private static void requireSummable(ResultColumn column, String use) throws SQLException {
        requireKind(column, use, ValueKind.INTEGER, ValueKind.DECIMAL, ValueKind.DECIMAL_FLOATING, ValueKind.FLOATING);
    }

    private static void requireKind(ResultColumn column, String use, ValueKind... kinds) throws SQLException {
        for (ValueKind kind : kinds) {
            if (column.kind() == kind) {
                return;
            }
        }
        throw column.refusal(ErrorCode.SORT_TYPE_UNKNOWN, use);
    }

    /** A computed number with the text that the database and its driver would give for it. */
    private static Object shown(Number value, ResultColumn column, Dialect dialect) {
        if (value instanceof BigDecimal decimal && column.kind() == ValueKind.DECIMAL_FLOATING) {
            BigDecimal stripped = decimal.round(new MathContext(column.precision(), RoundingMode.HALF_UP))
                    .stripTrailingZeros();
            return new Cell(stripped, stripped, stripped.toString());
        }
        if (!Addition.isFloating(value)) {
            return column.cell(value, Conversion.toText(value));
        }
        // as a driver does that reads the text; it matters where a column has a fixed scale
        String text = dialect.results().floatingText(value, column.scale());
        Number read = value instanceof Float ? (Number) Float.valueOf(text) : Double.valueOf(text);
        return column.cell(read, text);
    }

    private static final class Count implements Accumulator {
        private final ResultColumn column;
        private Number total = 0L;

        Count(ResultColumn column) {
            this.column = column;
        }

        @Override
        public void add(ResultSet row) throws SQLException {
            total = Addition.add(total, row.getLong(column.index()));
        }

        @Override
        public Object result() {
            return total;
        }
    }

    private static final class CountDistinct implements Accumulator {
        private final ResultColumn column;
        private final UnaryOperator<Object> equality;
        private final MemoryBudget room;
        private final Set<Object> values = new HashSet<>();

        CountDistinct(ResultColumn column, UnaryOperator<Object> equality, MemoryBudget room) {
            this.column = column;
            this.equality = equality;
            this.room = room;
        }

        @Override
        public void add(ResultSet row) throws SQLException {
            Object value = column.read(row);
            if (value != null && values.add(equality.apply(value))) {
                room.take();
            }
        }

        @Override
        public Object result() {
            return (long) values.size();
        }
    }

    private static final class Sum implements Accumulator {
        private final ResultColumn column;
        private final Dialect dialect;
        private @Nullable Number total;

        Sum(ResultColumn column, Dialect dialect) {
            this.column = column;
            this.dialect = dialect;
        }

        @Override
        public void add(ResultSet row) throws SQLException {
            Number value = (Number) column.read(row);
            if (value != null) {
                total = total == null ? value : Addition.add(total, value);
            }
        }

        @Override
        public @Nullable Object result() throws SQLException {
            checkDigits(total, column);
            return total == null ? null : shown(total, column, dialect);
        }
    }

    /** The first in an order. */
    private static final class Extreme implements Accumulator {
        private final ResultColumn column;
        private final Comparator<Object> order;
        private final boolean hasSpellings;
        private @Nullable Object best;
        private @Nullable Object shown;
        private boolean ambiguous;

        Extreme(ResultColumn column, Comparator<Object> order, TextOrder text) {
            this.column = column;
            this.order = order;
            this.hasSpellings = column.kind() == ValueKind.TEXT && text.hasSpellings();
        }

        @Override
        public void add(ResultSet row) throws SQLException {
            Object value = column.read(row);
            if (value == null) {
                return;
            }
            int comparison = best == null ? -1 : order.compare(value, best);
            if (comparison < 0) {
                best = value;
                shown = column.copy(row);
                ambiguous = false;
            } else if (comparison == 0 && hasSpellings) {
                ambiguous |= !value.equals(best);
            }
        }

        /** Of several spellings a database shows one of its choice, which no unit knows. */
        @Override
        public @Nullable Object result() throws SQLException {
            if (ambiguous) {
                throw column.refusal(ErrorCode.TEXT_ORDER_UNKNOWN, "several spellings in column");
            }
            return shown;
        }
    }

    private static final class Average implements Accumulator {
        private final ResultColumn average;
        private final ResultColumn sum;
        private final ResultColumn count;
        private final Dialect dialect;
        private @Nullable Number total;
        private Number rows = 0L;

        Average(ResultColumn average, ResultColumn sum, ResultColumn count, Dialect dialect) {
            this.average = average;
            this.sum = sum;
            this.count = count;
            this.dialect = dialect;
        }

        @Override
        public void add(ResultSet row) throws SQLException {
            long added = row.getLong(count.index());
            Number value = (Number) sum.read(row);
            if (added == 0 || value == null) {
                return;
            }
            Number widened = Addition.widen(value);
            total = total == null ? widened : Addition.add(total, widened);
            rows = Addition.add(rows, added);
        }

        @Override
        public @Nullable Object result() throws SQLException {
            if (total == null) {
                return null;
            }
            checkDigits(total, sum);
            return shown(quotient(total, rows.longValue()), average, dialect);
        }

        private Number quotient(Number sum, long divisor) {
            if (average.kind() != ValueKind.FLOATING && sum instanceof BigDecimal decimal) {
                return dialect.average(decimal, divisor, average.precision(), average.scale());
            }
            double quotient = sum.doubleValue() / divisor;
            return average.jdbcType() == Types.REAL ? (Number) (float) quotient : quotient;
        }
    }
}
