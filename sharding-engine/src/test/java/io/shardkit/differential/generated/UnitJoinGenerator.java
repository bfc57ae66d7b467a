package io.shardkit.differential.generated;

import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random joins of 1 to 5 tables, of which some lie together in a unit and others do not, with their rows or with groups of
 * them, alone or in a larger statement. Not thread-safe.
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
            "SUM(%s)",
            "SUM(%s)", "SUM(%1$s) + COUNT(%1$s)", "SUM(DISTINCT %s)", "COUNT(%s)", "MIN(%s)", "AVG(%s)", "AVG(%s)");
    private static final List<String> OF_DECIMALS =
            List.of("SUM(%1$s * (1 - %1$s))", "SUM(%s - 0.25)", "SUM(2 * %s)", "SUM(%s)", "SUM(%1$s) / COUNT(%1$s)");
    private static final List<String> OF_CASES = List.of(
            "SUM(CASE WHEN %s > 2 THEN %s ELSE 0 END)",
            "SUM(CASE %s WHEN 1 THEN 1 WHEN 2 THEN 3 ELSE 0 END)",
            "COUNT(CASE WHEN %s IN (1, 2, 3) OR %s IS NULL THEN 1 END)",
            "AVG(CASE WHEN %s BETWEEN 1 AND 4 THEN %s END)",
            "SUM(%s * 3 - %s)",
            "SUM(COALESCE(%s, 0)) + SUM(%s)");
    private static final List<String> KINDS =
            List.of(" JOIN ", " JOIN ", " JOIN ", " JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ");
    private static final int MOST_ITEMS = 3;

    /** The first kind of aggregates that are numbers. */
    private static final int NUMERIC = 4;

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
        switch (random.nextInt(11)) {
            case 0 -> derived(list);
            case 1 -> common(list);
            case 2, 3 -> subquery(list);
            case 4, 5 -> within(list);
            default -> {
                tables();
                block(list, false);
            }
        }
        return out.toSql();
    }

    private void derived(String list) {
        tables();
        out.add("SELECT x.c0, COUNT(*)" + list + " FROM (");
        block("", true);
        out.add(") x GROUP BY x.c0");
    }

    private void common(String list) {
        tables();
        out.add("WITH x AS (");
        block("", true);
        out.add(") SELECT x.c0, COUNT(*)" + list + " FROM x GROUP BY x.c0");
    }

    /** Subqueries of tables whose rows lie together with those around them. */
    private void within(String list) {
        boolean ofOrders = random.nextBoolean();
        Source outer = new Source(ofOrders ? LogicalTable.O : LogicalTable.I, "r");
        Source inner = new Source(ofOrders ? LogicalTable.I : LogicalTable.O, "s");
        sources.add(outer);
        String link = "s.k = r.k AND s." + (ofOrders ? "o_id = r.id" : "id = r.o_id");
        out.add("SELECT r.a, COUNT(*), SUM(r.amt)" + list + " FROM "
                + outer.table().tableName() + " r");
        out.add(random.nextInt(3) == 0 ? " JOIN b1 ON b1.id = r.a WHERE " : " WHERE ");
        condition(List.of(outer));
        for (int more = random.nextInt(2); more >= 0; more--) {
            String not = random.nextBoolean() ? "" : "NOT ";
            String other = outer.column("a") + any(List.of(" = ", " <> ", " < ")) + "s.a";
            switch (random.nextInt(4)) {
                case 0 -> {
                    out.add(" AND r.a IN (SELECT b.id FROM b1 b WHERE ");
                    condition(List.of(new Source(LogicalTable.B1, "b")));
                }
                case 1 -> {
                    String key = ofOrders ? "o_id" : "id";
                    out.add(" AND r." + (ofOrders ? "id" : "o_id") + " IN (SELECT s." + key + " FROM "
                            + inner.table().tableName() + " s WHERE ");
                    condition(List.of(inner));
                    out.add(" GROUP BY s." + key + " HAVING SUM(s.a) > 2");
                }
                default -> {
                    out.add(" AND " + not + "EXISTS (SELECT * FROM "
                            + inner.table().tableName() + " s WHERE " + link);
                    also(List.of(inner), 2);
                    out.add(random.nextInt(3) == 0 ? " AND " + other : "");
                }
            }
            out.add(")");
        }
        out.add(" GROUP BY r.a");
    }

    private void subquery(String list) {
        tables();
        Source outer = new Source(ROOTS.get(random.nextInt(ROOTS.size())), "r");
        boolean joined = random.nextInt(3) == 0;
        out.add("SELECT COUNT(*), SUM(r.a), MIN(r.id)" + list + " FROM "
                + outer.table().tableName() + " r" + (joined ? " JOIN b1 ON b1.id = r.a" : "") + " WHERE ");
        condition(List.of(outer));
        String number =
                sources.get(0).column(sources.get(0).any(random, NUMBERS).name());
        String correlated = " AND " + number + " = "
                + outer.column(outer.any(random, NUMBERS).name());
        String not = random.nextBoolean() ? "" : "NOT ";
        switch (random.nextInt(3)) {
            case 0 -> {
                out.add(" AND r.a " + not + "IN (SELECT " + number + " FROM ");
                from();
                out.add(not.isEmpty() ? "" : " AND " + number + " IS NOT NULL");
            }
            case 1 -> {
                out.add(" AND " + not + "EXISTS (SELECT * FROM ");
                from();
                out.add(correlated);
            }
            default -> {
                out.add(" AND r.a < (SELECT " + aggregate(NUMERIC) + " FROM ");
                from();
                out.add(random.nextBoolean() ? correlated : "");
            }
        }
        out.add(")");
    }

    /** @param labelled whether each item has an alias */
    private void block(String list, boolean labelled) {
        boolean grouped = random.nextInt(3) > 0;
        boolean distinct = !grouped && random.nextInt(4) == 0;
        boolean anyType = oneSpelling || !(grouped || distinct || labelled);
        List<String> keys = columns(random.nextInt(grouped ? 3 : MOST_ITEMS) + (grouped ? 0 : 1), anyType);
        out.add("SELECT " + (distinct ? "DISTINCT " : ""));
        List<String> items = new ArrayList<>(keys);
        for (int i = random.nextInt(MOST_ITEMS); grouped && i >= 0; i--) {
            items.add(aggregate(random.nextInt(6)));
        }
        for (int i = 0; labelled && i < items.size(); i++) {
            items.set(i, items.get(i) + " AS c" + i);
        }
        out.add(String.join(", ", items) + list + " FROM ");
        from();
        if (grouped && !keys.isEmpty()) {
            out.add(" GROUP BY " + String.join(", ", keys));
        }
        if (grouped && random.nextInt(4) == 0) {
            out.add(" HAVING " + aggregate(random.nextInt(6)) + " IS NOT NULL AND COUNT(*) > 1");
        }
    }

    private void tables() {
        Source root = add(ROOTS.get(random.nextInt(ROOTS.size())));
        joins.add("");
        if (root.table() == LogicalTable.I && random.nextInt(4) > 0) {
            Source order = add(LogicalTable.O);
            joins.add(
                    root.column("k") + " = " + order.column("k") + " AND " + root.column("o_id") + " = " + order.id());
        }
        if (random.nextInt(4) == 0) {
            return;
        }
        if (random.nextBoolean()) {
            join(random.nextBoolean() ? LogicalTable.B1 : LogicalTable.B2);
        }
        for (int more = random.nextInt(4); more > 1; more--) {
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
            out.add(i == 0 ? "" : commas ? ", " : any(KINDS));
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

    private String any(List<String> among) {
        return among.get(random.nextInt(among.size()));
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

    /** @param kind 0 to 5; from {@link #NUMERIC} on it is a number */
    private String aggregate(int kind) {
        Source source = sources.get(random.nextInt(3) > 0 ? 0 : random.nextInt(sources.size()));
        String number = source.column(source.any(random, SUMMED).name());
        String decimal = source.column(source.any(random, DECIMALS).name());
        return switch (kind) {
            case 0 -> "COUNT(*)";
            case 1 -> of(OF_ANY, any(source, oneSpelling));
            case 2 -> of(OF_DECIMALS, decimal);
            case 3 -> of(OF_CASES, source.column(source.any(random, NUMBERS).name()), number);
            default -> of(OF_NUMBERS, number);
        };
    }

    private String of(List<String> among, String... columns) {
        return String.format(Locale.ROOT, any(among), (Object[]) columns);
    }
}
