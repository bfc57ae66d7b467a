package io.shardkit.differential;

import io.shardkit.differential.Answer.Column;
import io.shardkit.differential.Answer.Count;
import io.shardkit.differential.Answer.Failure;
import io.shardkit.differential.Answer.Rows;
import io.shardkit.error.ErrorCode;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The engine's answer compared with that of one unsharded database. */
public sealed interface Verdict {

    /** The same answer. */
    record Equal() implements Verdict {}

    /** Refused with a code that says the statement or a value in it is not supported. */
    record Refused(ErrorCode code) implements Verdict {}

    /** Both failed, for reasons of the same SQLState class. */
    record FailedAlike(String sqlState) implements Verdict {}

    /** Anything else. */
    record Wrong(String difference) implements Verdict {}

    static Verdict of(Answer expected, Answer actual, Ordering ordering) {
        if (actual instanceof Failure failure) {
            return ofFailure(expected, failure);
        }
        if (expected instanceof Failure failure) {
            return new Wrong(
                    "one database fails with " + describe(failure.thrown()) + ", here the answer is " + actual);
        }
        if (expected instanceof Count a && actual instanceof Count b) {
            return a.equals(b) ? new Equal() : new Wrong("update count " + b.count() + " instead of " + a.count());
        }
        if (expected instanceof Rows a && actual instanceof Rows b) {
            String difference = difference(a, b, ordering);
            return difference == null ? new Equal() : new Wrong(difference);
        }
        return new Wrong("another kind of answer: " + actual + " instead of " + expected);
    }

    private static Verdict ofFailure(Answer expected, Failure actual) {
        ErrorCode code = actual.code();
        if (code == ErrorCode.UNEXPECTED_FAILURE) {
            return new Wrong("crashes with " + describe(actual.thrown()));
        }
        if (code != null && (expected instanceof Failure || isRefusal(code))) {
            return new Refused(code);
        }
        String state = actual.sqlState();
        if (expected instanceof Failure failure && actual.thrown() instanceof SQLException) {
            String wanted = failure.sqlState();
            if (Objects.equals(stateClass(wanted), stateClass(state))) {
                return new FailedAlike(String.valueOf(state));
            }
            return new Wrong("fails with " + describe(actual.thrown()) + " instead of " + describe(failure.thrown()));
        }
        return new Wrong("crashes with " + describe(actual.thrown()));
    }

    /** Codes of the 2000s and 3000s refuse a statement or a value; the others tell of a fault or of wrong use. */
    private static boolean isRefusal(ErrorCode code) {
        return (code.number() >= 2000 && code.number() < 4000)
                || code == ErrorCode.CROSS_SOURCE_REFUSED
                || code == ErrorCode.DDL_IN_TRANSACTION;
    }

    private static @Nullable String stateClass(@Nullable String sqlState) {
        return sqlState == null || sqlState.length() < 2 ? sqlState : sqlState.substring(0, 2);
    }

    private static String describe(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        if (!(thrown instanceof SQLException)) {
            for (int i = 0; i < Math.min(4, thrown.getStackTrace().length); i++) {
                text.append("\n    at ").append(thrown.getStackTrace()[i]);
            }
        } else {
            text.append(" [").append(((SQLException) thrown).getSQLState()).append(']');
        }
        return text.toString();
    }

    private static @Nullable String difference(Rows expected, Rows actual, Ordering ordering) {
        if (!labels(expected).equals(labels(actual))) {
            return "labels " + labels(actual) + " instead of " + labels(expected);
        }
        if (!expected.columns().equals(actual.columns())) {
            return "columns " + actual.columns() + " instead of " + expected.columns();
        }
        if (expected.rows().size() != actual.rows().size()) {
            return actual.rows().size() + " rows instead of " + expected.rows().size() + "\n    wanted "
                    + clip(expected.rows()) + "\n    got    " + clip(actual.rows());
        }
        if (ordering.total()) {
            return inSequence(expected.rows(), actual.rows());
        }
        String order = inSequence(keys(expected, ordering), keys(actual, ordering));
        if (order != null) {
            return "order by columns " + ordering.keys() + ": " + order;
        }
        return ordering.cut() ? null : asBags(expected.rows(), actual.rows());
    }

    private static List<String> labels(Rows rows) {
        return rows.columns().stream().map(Column::label).toList();
    }

    private static List<List<@Nullable Object>> keys(Rows rows, Ordering ordering) {
        List<List<@Nullable Object>> keys = new ArrayList<>();
        for (List<@Nullable Object> row : rows.rows()) {
            List<@Nullable Object> key = new ArrayList<>();
            for (int column : ordering.keys()) {
                key.add(row.get(column - 1));
            }
            keys.add(key);
        }
        return keys;
    }

    private static @Nullable String inSequence(
            List<List<@Nullable Object>> expected, List<List<@Nullable Object>> actual) {
        for (int i = 0; i < expected.size(); i++) {
            if (!expected.get(i).equals(actual.get(i))) {
                return "row " + (i + 1) + " is " + typed(actual.get(i)) + " instead of " + typed(expected.get(i));
            }
        }
        return null;
    }

    private static @Nullable String asBags(List<List<@Nullable Object>> expected, List<List<@Nullable Object>> actual) {
        Map<List<@Nullable Object>, Integer> balance = new HashMap<>();
        expected.forEach(row -> balance.merge(row, 1, Integer::sum));
        actual.forEach(row -> balance.merge(row, -1, Integer::sum));
        StringBuilder text = new StringBuilder();
        balance.forEach((row, count) -> {
            if (count != 0 && text.length() < 1500) {
                text.append("\n    ")
                        .append(count > 0 ? "missing " : "too many ")
                        .append(Math.abs(count))
                        .append(" x ")
                        .append(typed(row));
            }
        });
        return text.isEmpty() ? null : "other rows:" + text;
    }

    private static String clip(List<?> rows) {
        return rows.size() <= 12 ? rows.toString() : rows.subList(0, 12) + "...";
    }

    private static String typed(List<@Nullable Object> row) {
        List<String> values = new ArrayList<>();
        for (Object value : row) {
            values.add(value == null ? "NULL" : value + ":" + value.getClass().getSimpleName());
        }
        return values.toString();
    }
}
