package io.shardkit.planner.gather;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.plan.gather.GroupMerge;
import io.shardkit.sql.statement.GroupedText.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The columns of groups: what they are grouped by, and aggregates; and how those of several units are merged. */
final class GroupColumns {
    /** No rows, also of a query that has one row of no rows. */
    private static final String NO_ROWS = " WHERE 1 = 0";

    private static final String NO_GROUPS = " HAVING 1 = 0";

    private final Dialect dialect;
    private final Set<Column> keys = new LinkedHashSet<>();
    /** Columns whose different values are counted: the units group by them, too. */
    private final Set<Column> counted = new LinkedHashSet<>();
    /** The name of the column of each aggregate. */
    private final Map<Aggregated, String> aggregates = new LinkedHashMap<>();

    private record Aggregated(String function, boolean distinct, @Nullable Column column) {}

    GroupColumns(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Groups by a column; false if it is not known which of equal values a group shows, or when it is not. */
    boolean addKey(Column column) {
        return isKey(column) && (keys.add(column) || keys.contains(column));
    }

    /** The columns of the user's groups. */
    Set<Column> keys() {
        return Set.copyOf(keys);
    }

    /** Returns true if the units have the user's groups, and group by nothing else. All aggregates are known before. */
    boolean groupsOfKeys() {
        return counted.isEmpty();
    }

    boolean hasKey(Column column) {
        return keys.contains(column);
    }

    private boolean isKey(Column column) {
        return column.carrier() != Carrier.NONE && (isEqualOnlyToItself(column) || isSpelled(column));
    }

    private boolean isEqualOnlyToItself(Column column) {
        return dialect.isEqualOnlyToItself(column.typeName(), column.definition(), column.textOrder());
    }

    private boolean isSpelled(Column column) {
        return dialect.hasSpellings(column.definition(), column.textOrder())
                && dialect.comparesBytes(column.typeName());
    }

    /**
     * The name of the column with an aggregate, or null if it cannot be merged. All keys are known before.
     *
     * @param column that it aggregates, or null if it counts rows
     */
    @Nullable String nameOf(Call call, @Nullable Column column) {
        if (column != null && !isMerged(call, column)) {
            return null;
        }
        if (column != null && call.distinct() && !keys.contains(column)) {
            counted.add(column);
        }
        Aggregated aggregated = new Aggregated(call.function(), call.distinct(), column);
        return aggregates.computeIfAbsent(aggregated, added -> "sk_a" + aggregates.size());
    }

    private boolean isMerged(Call call, Column column) {
        return switch (call.function()) {
            case "COUNT" -> !call.distinct() || isKey(column);
            case "SUM" -> dialect.addsExactly(column.typeName());
            default -> column.carrier() != Carrier.NONE && isEqualOnlyToItself(column);
        };
    }

    /** Returns the items selected from a unit's rows. */
    List<GroupSpec.Item> items() {
        List<GroupSpec.Item> items = new ArrayList<>();
        unitKeys().forEach(column -> items.add(new GroupSpec.Item(column, quoted(column))));
        aggregates.forEach((aggregated, name) -> {
            if (!aggregated.distinct()) {
                items.add(new GroupSpec.Item(carried(aggregated, name), text(aggregated)));
            }
        });
        return items;
    }

    private Column carried(Aggregated aggregated, String name) {
        return switch (aggregated.function()) {
            case "COUNT" -> Column.computed(name, "bigint", dialect);
            case "SUM" -> Column.computed(name, dialect.catalog().exactNumberType(), dialect);
            default -> Objects.requireNonNull(aggregated.column());
        };
    }

    /** The units' GROUP BY, or nothing if all rows are one group. */
    String ofUnits() {
        return by(unitKeys());
    }

    /** The merge, in tables with the types of an actual table. */
    GroupMerge groups(String actualTable) {
        List<String> ofUnits = new ArrayList<>(unitKeys().map(this::quoted).toList());
        List<String> merged = new ArrayList<>(keys.stream().map(this::quoted).toList());
        List<String> columns = new ArrayList<>(merged);
        aggregates.forEach((aggregated, name) -> {
            merged.add(text(aggregated) + " AS " + name);
            if (!aggregated.distinct()) {
                ofUnits.add(text(aggregated) + " AS " + name);
            }
            columns.add(merge(aggregated, name));
        });
        return new GroupMerge(
                none(ofUnits, actualTable, ofUnits()),
                none(merged, actualTable, by(keys.stream())),
                String.join(", ", columns),
                by(keys.stream()),
                keys.stream().filter(this::isSpelled).map(this::quoted).toList());
    }

    private static String none(List<String> columns, String actualTable, String by) {
        return "SELECT " + String.join(", ", columns) + " FROM " + actualTable + NO_ROWS + by + NO_GROUPS;
    }

    private String merge(Aggregated aggregated, String name) {
        boolean count = aggregated.function().equals("COUNT");
        return aggregated.distinct()
                ? text(aggregated)
                : count ? "COALESCE(SUM(" + name + "), 0)" : aggregated.function() + "(" + name + ")";
    }

    private String text(Aggregated aggregated) {
        Column column = aggregated.column();
        String argument = column == null ? "*" : quoted(column);
        return aggregated.function() + "(" + (aggregated.distinct() ? "DISTINCT " : "") + argument + ")";
    }

    private Stream<Column> unitKeys() {
        return Stream.concat(keys.stream(), counted.stream());
    }

    private String by(Stream<Column> columns) {
        List<String> by = columns.map(this::quoted).toList();
        return by.isEmpty() ? "" : " GROUP BY " + String.join(", ", by);
    }

    private String quoted(Column column) {
        return dialect.quoted(column.reportedName());
    }
}
