package io.shardkit.execute.gather;

import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.GatherTable.Narrowing;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides in which order the tables of a gather are copied: first those of few rows, at once; then the others, one after
 * another, each by the keys of those before if these are few. The order and the number of rows that are copied depend on
 * sizes; the answer does not. For one thread, and one run.
 */
final class CopyOrder {
    /** The number of rows up to which a table is copied without waiting for keys, which would take more round trips. */
    static final int FEW_ROWS = 1_000;

    /** More keys would make statements that take long to read, and leave out too little. */
    static final int MOST_KEYS = 20_000;

    /** The number of rows of a unit up to which a large table is counted, where it matters how large it is. */
    static final int MOST_COUNTED = 100_000;

    /** The size of a table of more than {@link #FEW_ROWS} rows that was not counted further. */
    private static final long LARGE = CopyCounts.MANY - 1;

    private final Gather gather;
    private final Counter counter;
    private final KeyReader reader;
    /** By first use, about how many rows of a table lie elsewhere. */
    private final Map<Integer, Long> sizes = new HashMap<>();

    private final Set<Integer> large;
    private final List<GatherTable> left;
    private final Set<Integer> copied = new HashSet<>();

    /** By link, the keys; empty if they are too many. */
    private final Map<Narrowing.Link, Optional<List<String>>> keys = new HashMap<>();

    /** Reads keys of a copy. */
    @FunctionalInterface
    interface KeyReader {
        /**
         * Returns the different values of a column but for NULL; at most one more than {@link #MOST_KEYS}.
         *
         * @param from the first use of a copied table
         */
        List<String> read(int from, String key) throws SQLException;
    }

    /** Counts rows that lie elsewhere. */
    @FunctionalInterface
    interface Counter {
        /**
         * Returns, by first use, about how many rows tables have; {@link CopyCounts#MANY} for more than a bound.
         *
         * @param most the bound for each unit
         */
        Map<Integer, Long> count(List<GatherTable> tables, long most) throws SQLException;
    }

    CopyOrder(Gather gather, Counter counter, KeyReader reader) throws SQLException {
        this.gather = gather;
        this.left = new ArrayList<>(gather.tables());
        this.counter = counter;
        this.reader = reader;
        List<GatherTable> unknown = left.stream()
                .filter(table -> table.narrowing() != null && gather.sizes().whole(table.use()) == null)
                .toList();
        left.forEach(table -> {
            Long known = gather.sizes().whole(table.use());
            sizes.put(table.use(), known == null ? 0 : known);
        });
        if (!unknown.isEmpty()) {
            counter.count(unknown, FEW_ROWS).forEach((use, rows) -> found(use, Math.min(rows, LARGE)));
        }
        // All tables that are copied at once have to fit together.
        long few = Math.min(FEW_ROWS, gather.limit().rows() / Math.max(1, left.size()));
        this.large = left.stream()
                .filter(table -> table.narrowing() != null && size(table) > few)
                .map(GatherTable::use)
                .collect(Collectors.toSet());
    }

    private void found(int use, long rows) {
        sizes.put(use, rows);
        gather.sizes().foundWhole(use, rows);
    }

    private long size(GatherTable table) {
        return sizes.getOrDefault(table.use(), 0L);
    }

    /** Counts tables further that are only known to be large. */
    private void count(List<GatherTable> tables) throws SQLException {
        List<GatherTable> uncounted =
                tables.stream().filter(table -> size(table) == LARGE).toList();
        if (!uncounted.isEmpty()) {
            counter.count(uncounted, MOST_COUNTED).forEach(this::found);
        }
    }

    /** Returns the tables that are copied next, with the conditions by which they are; empty if all are. */
    List<GatherTable> next() throws SQLException {
        List<GatherTable> next = new ArrayList<>();
        if (copied.isEmpty()) {
            left.stream().filter(table -> !large.contains(table.use())).forEach(next::add);
        }
        GatherTable narrowed = next.isEmpty() ? narrowed() : null;
        if (narrowed != null) {
            next.add(narrowed);
        } else if (next.isEmpty()) {
            if (left.size() > 1) {
                count(left);
            }
            left.stream().min(Comparator.comparingLong(this::size)).ifPresent(next::add);
        }
        Set<Integer> uses = next.stream().map(GatherTable::use).collect(Collectors.toSet());
        left.removeIf(table -> uses.contains(table.use()));
        copied.addAll(uses);
        return next;
    }

    /** The table that has the fewest keys, fewer than its rows, asked for by them; null if there is none. */
    private @Nullable GatherTable narrowed() throws SQLException {
        GatherTable best = null;
        int least = Integer.MAX_VALUE;
        for (GatherTable table : left) {
            Narrowing narrowing = table.narrowing();
            Map<String, Set<String>> byColumn = narrowing == null ? Map.of() : keys(narrowing);
            int fewest = byColumn.values().stream().mapToInt(Set::size).min().orElse(Integer.MAX_VALUE);
            if (fewest > FEW_ROWS && fewest < least) {
                count(List.of(table));
            }
            if (narrowing != null && fewest < least && fewest < size(table)) {
                best = narrowing.by().narrowed(condition(byColumn), isSufficient(narrowing));
                least = fewest;
            }
        }
        return best;
    }

    /** By column, the keys that it may have. */
    private Map<String, Set<String>> keys(Narrowing narrowing) throws SQLException {
        Map<String, Set<String>> byColumn = new LinkedHashMap<>();
        for (Narrowing.Link link : narrowing.links()) {
            List<String> found = copied.contains(link.from()) ? keys(link) : null;
            if (found != null) {
                Set<String> all = byColumn.computeIfAbsent(link.column(), column -> new LinkedHashSet<>(found));
                all.retainAll(new HashSet<>(found));
            }
        }
        return byColumn;
    }

    private boolean isSufficient(Narrowing narrowing) throws SQLException {
        for (Narrowing.Link link : narrowing.sufficient()) {
            if (!copied.contains(link.from()) || keys(link) == null) {
                return false;
            }
        }
        return !narrowing.sufficient().isEmpty();
    }

    private @Nullable List<String> keys(Narrowing.Link link) throws SQLException {
        Optional<List<String>> known = keys.get(link);
        if (known == null) {
            List<String> read = reader.read(link.from(), link.key());
            known = read.size() > MOST_KEYS ? Optional.empty() : Optional.of(read);
            keys.put(link, known);
        }
        return known.orElse(null);
    }

    private static String condition(Map<String, Set<String>> byColumn) {
        List<String> conditions = new ArrayList<>();
        byColumn.forEach((column, values) ->
                conditions.add(values.isEmpty() ? "1 = 0" : column + " IN (" + String.join(", ", values) + ")"));
        return String.join(" AND ", conditions);
    }
}
