package io.shardkit.differential.generated;

import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random joins of 2 to 5 tables, of which some lie together in a unit and others do not, with their rows or with groups of
 * them. Not thread-safe.
 */
final class UnitJoinGenerator {
    private static final List<LogicalTable> APART =
            List.of(LogicalTable.X, LogicalTable.P, LogicalTable.DT, LogicalTable.Q, LogicalTable.U, LogicalTable.O);
    private static final List<LogicalTable> ROOTS =
            List.of(LogicalTable.I, LogicalTable.I, LogicalTable.I, LogicalTable.O, LogicalTable.X, LogicalTable.P);
    private static final List<ColumnType> NUMBERS = List.of(ColumnType.INT, ColumnType.BIGINT);
    private static final List<ColumnType> DECIMALS = List.of(ColumnType.DECIMAL);
    private static final List<ColumnType> SUMMED = List.of(ColumnType.INT, ColumnType.BIGINT, ColumnType.DECIMAL);
    private static final List<String> OF_ANY = List.of("COUNT(%s)", "MIN(%s)", "MAX(%s)", "COUNT(DISTINCT %s)");
    private static final List<String> OF_NUMBERS = List.of(
            "SUM(%s)", "SUM(%s)", "SUM(%1$s) + COUNT(%1$s)", "SUM(DISTINCT %s)", "COUNT(%s)", "MIN(%s)", "AVG(%s)");
    private static final List<String> OF_DECIMALS =
            List.of("SUM(%1$s * (1 - %1$s))", "SUM(%s - 0.25)", "SUM(2 * %s)", "SUM(%s)", "SUM(%1$s) / COUNT(%1$s)");
    private static final int MOST_ITEMS = 3;

    private static final List<ColumnType> TEXTS = List.of(ColumnType.TEXT, ColumnType.BINARY_TEXT);

    private final Random random;
    private final boolean oneSpelling;
    private final SqlText out;
    private final List<Source> sources = new ArrayList<>();
    private final List<String> joins = new ArrayList<>();

    /** @param oneSpelling whether the database shows the same of several equal strings each time */
    UnitJoinGenerator(Random random, boolean oneSpelling) {
        this.random = random;
        this.oneSpelling = oneSpelling;
        this.out = new SqlText(random);
    }

    /** @param list more select items, each after a comma; they must be constant */
    Sql query(String list) {
        tables();
        boolean grouped = random.nextInt(3) > 0;
        boolean distinct = !grouped && random.nextInt(4) == 0;
        boolean anyType = oneSpelling || !(grouped || distinct);
        List<String> keys = columns(random.nextInt(grouped ? 3 : MOST_ITEMS) + (grouped ? 0 : 1), anyType);
        out.add("SELECT " + (distinct ? "DISTINCT " : ""));
        List<String> items = new ArrayList<>(keys);
        for (int i = random.nextInt(MOST_ITEMS); grouped && i >= 0; i--) {
            items.add(aggregate());
        }
        out.add(String.join(", ", items) + list + " FROM ");
        from();
        if (grouped && !keys.isEmpty()) {
            out.add(" GROUP BY " + String.join(", ", keys));
        }
        if (grouped && random.nextInt(4) == 0) {
            out.add(" HAVING " + aggregate() + " IS NOT NULL AND COUNT(*) > 1");
        }
        return out.toSql();
    }

    private void tables() {
        Source root = add(ROOTS.get(random.nextInt(ROOTS.size())));
        joins.add("");
        if (root.table() == LogicalTable.I && random.nextInt(4) > 0) {
            Source order = add(LogicalTable.O);
            joins.add(
                    root.column("k") + " = " + order.column("k") + " AND " + root.column("o_id") + " = " + order.id());
        }
        if (random.nextBoolean()) {
            join(random.nextBoolean() ? LogicalTable.B1 : LogicalTable.B2);
        }
        for (int more = random.nextInt(2); more >= 0; more--) {
            join(APART.get(random.nextInt(APART.size())));
        }
    }

    private Source add(LogicalTable table) {
        Source source = new Source(table, "t" + sources.size());
        sources.add(source);
        return source;
    }

    private void join(LogicalTable table) {
        Source other = sources.get(random.nextInt(sources.size()));
        Source next = add(table);
        String column = next.any(random, NUMBERS).name();
        joins.add(next.column(random.nextInt(3) == 0 ? column : "id") + " = "
                + other.column(other.any(random, NUMBERS).name()));
    }

    private void from() {
        boolean commas = random.nextBoolean();
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            out.add(i == 0 ? "" : commas ? ", " : " JOIN ");
            out.add(source.table().tableName() + (random.nextBoolean() ? " AS " : " ") + source.alias());
            if (i > 0 && !commas) {
                out.add(" ON " + joins.get(i));
                also(List.of(source), 3);
            }
        }
        out.add(" WHERE ");
        condition(List.of(sources.get(random.nextInt(sources.size()))));
        for (int i = 1; commas && i < sources.size(); i++) {
            out.add(" AND " + joins.get(i));
        }
        also(sources, 2);
        also(List.of(sources.get(0)), 2);
    }

    private void also(List<Source> of, int oneIn) {
        if (random.nextInt(oneIn) == 0) {
            out.add(" AND ");
            condition(of);
        }
    }

    private void condition(List<Source> of) {
        new TableConditionGenerator(random, out).condition(of, 1);
    }

    private List<String> columns(int count, boolean anyType) {
        List<String> columns = new ArrayList<>();
        while (columns.size() < count) {
            Source source = sources.get(random.nextInt(sources.size()));
            String column = any(source, anyType);
            if (!columns.contains(column)) {
                columns.add(column);
            }
        }
        return columns;
    }

    private String any(Source source, boolean anyType) {
        LogicalTable.Column column = source.any(random);
        return source.column(anyType || !TEXTS.contains(column.type()) ? column.name() : "id");
    }

    private String aggregate() {
        Source source = sources.get(random.nextInt(3) > 0 ? 0 : random.nextInt(sources.size()));
        String number = source.column(source.any(random, SUMMED).name());
        String decimal = source.column(source.any(random, DECIMALS).name());
        return switch (random.nextInt(5)) {
            case 0 -> "COUNT(*)";
            case 1 -> of(OF_ANY, any(source, oneSpelling));
            case 2 -> of(OF_DECIMALS, decimal);
            default -> of(OF_NUMBERS, number);
        };
    }

    private String of(List<String> among, String column) {
        return String.format(Locale.ROOT, among.get(random.nextInt(among.size())), column);
    }
}
