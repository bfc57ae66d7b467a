package io.shardkit.analytics;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Compares two answers to a query: all values are equal as text, but floating-point numbers, whose sums depend on the order
 * of the rows, to nine digits. Rows that the query puts in no order may change places, and where its LIMIT cuts through
 * such rows, others of them may be there.
 */
final class Comparison {
    private static final double PRECISION = 1e-9;

    private final Outermost query;
    private final Answer expected;
    private final Answer found;

    /** The columns of the answer that it is ordered by, as far as they are known. */
    private final List<Integer> order = new ArrayList<>();

    Comparison(String query, Answer expected, Answer found) {
        this.query = new Outermost(query);
        this.expected = expected;
        this.found = found;
        for (String term : this.query.order()) {
            int column = column(term);
            if (column < 0) {
                break;
            }
            order.add(column);
        }
    }

    private int column(String term) {
        if (term.matches("\\d+")) {
            return Integer.parseInt(term) - 1;
        }
        String name = term.replaceFirst("^\\w+\\.", "").toLowerCase(Locale.ROOT);
        List<String> labels = expected.labels().stream()
                .map(label -> label.toLowerCase(Locale.ROOT))
                .toList();
        return labels.indexOf(name) == labels.lastIndexOf(name) ? labels.indexOf(name) : -1;
    }

    /**
     * Says how the answers differ; null if they do not.
     *
     * @param unlimited asks for all rows, without the LIMIT of the query
     */
    @Nullable String difference(Callable<Answer> unlimited) throws Exception {
        List<List<@Nullable String>> rows = expected.rows();
        if (!expected.labels().equals(found.labels())) {
            return "columns " + found.labels() + " instead of " + expected.labels();
        }
        if (rows.size() != found.rows().size()) {
            return found.rows().size() + " rows instead of " + rows.size();
        }
        int first = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i < rows.size() && isSame(order, rows.get(i), rows.get(i - 1))) {
                continue;
            }
            String difference = between(first, i, unlimited);
            if (difference != null) {
                return difference;
            }
            first = i;
        }
        return null;
    }

    /** Says how rows differ between which the query leaves the order open. */
    private @Nullable String between(int first, int end, Callable<Answer> unlimited) throws Exception {
        List<List<@Nullable String>> some = found.rows().subList(first, end);
        for (List<@Nullable String> row : some) {
            if (!isSame(order, row, expected.rows().get(first))) {
                return "row " + row + " where by its order " + expected.rows().get(first) + " is";
            }
        }
        List<@Nullable String> missing = missing(some, expected.rows().subList(first, end));
        if (missing == null) {
            return null;
        }
        boolean isCut = end == expected.rows().size() && query.isLimited();
        if (isCut && missing(some, unlimited.call().rows()) == null) {
            return null;
        }
        return "row " + missing + " among " + expected.rows().subList(first, Math.min(end, first + 3));
    }

    /** Returns one of the rows that others have not as often; null if there is none. */
    private @Nullable List<@Nullable String> missing(
            List<List<@Nullable String>> some, List<List<@Nullable String>> others) {
        List<Integer> all = new ArrayList<>();
        expected.labels().forEach(label -> all.add(all.size()));
        List<List<@Nullable String>> left = new ArrayList<>(others);
        for (List<@Nullable String> row : some) {
            int same = 0;
            while (same < left.size() && !isSame(all, row, left.get(same))) {
                same++;
            }
            if (same == left.size()) {
                return row;
            }
            left.remove(same);
        }
        return null;
    }

    private boolean isSame(List<Integer> columns, List<@Nullable String> row, List<@Nullable String> other) {
        return columns.stream().allMatch(column -> isSame(column, row.get(column), other.get(column)));
    }

    private boolean isSame(int column, @Nullable String value, @Nullable String other) {
        if (Objects.equals(value, other)) {
            return true;
        }
        if (value == null || other == null || !expected.floating().contains(column)) {
            return false;
        }
        double number = Double.parseDouble(value);
        double difference = Math.abs(number - Double.parseDouble(other));
        return difference <= PRECISION * Math.abs(number);
    }
}
