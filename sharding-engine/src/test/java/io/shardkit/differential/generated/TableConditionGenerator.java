package io.shardkit.differential.generated;

import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.LogicalTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random queries that are answered from copied rows, with conditions of many kinds on one table alone, on several, and
 * under outer joins that do or do not fill their columns with NULLs. Not thread-safe.
 */
final class TableConditionGenerator {
    private static final List<LogicalTable> TABLES = List.of(
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.I,
            LogicalTable.I,
            LogicalTable.X,
            LogicalTable.P,
            LogicalTable.DT,
            LogicalTable.B1,
            LogicalTable.B1);
    private static final List<String> JOINS = List.of(" JOIN ", " JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ");
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");
    private static final List<String> PATTERNS = List.of("a%", "%b", "_", "%", "A%", "5%");
    private static final List<String> OF_NUMBERS = List.of(
            "%s IS NULL",
            "%s IS NOT NULL",
            "COALESCE(%s, 3) = 3",
            "NULLIF(%s, 2) IS NULL",
            "CASE WHEN %1$s > 2 THEN 1 WHEN %1$s IS NULL THEN 2 ELSE 0 END > 0",
            "NOT (%1$s = 2 OR %1$s > 4)",
            "%s IN (1, 2, NULL)",
            "%s NOT IN (1, 2)",
            "%s BETWEEN 0 AND 3",
            "%s NOT BETWEEN 0 AND 3",
            "3 NOT BETWEEN 5 AND %s",
            "2 IN (%s, 2)",
            "%s + 1 > 3",
            "12 / (%s - 50) < 0",
            "%s + 0.5 < 4 * 1.5",
            "%s = 1 + 2");
    private static final List<String> OF_TEXTS = List.of(
            "%s LIKE 'a%%'",
            "%s NOT LIKE '%%b'",
            "UPPER(%s) = 'A'",
            "LOWER(%s) <> 'a'",
            "SUBSTRING(%s, 1, 1) = 'a'",
            "CHAR_LENGTH(%s) > 1",
            "COALESCE(%s, 'a') = 'a'",
            "%1$s > 'a' AND %1$s < 'z'",
            "TRIM(%s) = 'a'",
            "%s IS NULL");
    private static final List<String> OF_DAYS = List.of(
            "%s >= DATE '2024-01-30'",
            "%s < DATE '2024-01-31' + INTERVAL '1' DAY",
            "EXTRACT(DAY FROM %s) > 29",
            "%s BETWEEN CAST('2024-01-29' AS DATE) AND DATE '2024-02-01'",
            "%s IS NULL",
            "COALESCE(%s, DATE '2024-01-30') = DATE '2024-01-30'");
    private static final List<ColumnType> NUMBERS = List.of(ColumnType.INT, ColumnType.BIGINT, ColumnType.DECIMAL);

    private final Random random;
    private final SqlText out;

    TableConditionGenerator(Random random) {
        this(random, new SqlText(random));
    }

    /** Writes conditions into a text. */
    TableConditionGenerator(Random random, SqlText out) {
        this.random = random;
        this.out = out;
    }

    Sql query() {
        List<Source> sources = new ArrayList<>();
        int tables = 2 + random.nextInt(2);
        String list = list(tables);
        out.add("SELECT " + list + " FROM ");
        for (int i = 0; i < tables; i++) {
            Source next = new Source(TABLES.get(random.nextInt(TABLES.size())), "t" + i);
            if (i > 0) {
                out.add(JOINS.get(random.nextInt(JOINS.size())));
            }
            out.add(next.table().tableName() + " " + next.alias());
            sources.add(next);
            if (i > 0) {
                on(sources, sources.get(random.nextInt(i)), next);
            }
        }
        out.add(" WHERE ");
        if (random.nextInt(3) == 0) {
            // Nothing else may reject the NULLs of an outer join.
            leaf(sources.get(tables - 1));
            return out.toSql();
        }
        condition(sources, 2);
        for (int more = random.nextInt(3); more > 0; more--) {
            out.add(" AND ");
            condition(sources, 1);
        }
        if (random.nextInt(3) == 0) {
            out.add(" AND ");
            subquery(sources.get(random.nextInt(tables)));
        }
        return out.toSql();
    }

    private static String list(int tables) {
        StringBuilder list = new StringBuilder("COUNT(*), COUNT(DISTINCT t0.a)");
        for (int i = 0; i < tables; i++) {
            list.append(", SUM(t").append(i).append(".a), COUNT(t").append(i).append(".a)");
        }
        return list.toString();
    }

    private void on(List<Source> sources, Source left, Source right) {
        out.add(" ON " + left.column("a") + " = " + right.column("a"));
        if (left.keys().size() == 2 && right.keys().size() == 2 && random.nextBoolean()) {
            for (int i = 0; i < 2; i++) {
                out.add(" AND " + left.column(left.keys().get(i)) + " = "
                        + right.column(right.keys().get(i)));
            }
        }
        if (random.nextInt(3) == 0) {
            out.add(" AND ");
            condition(random.nextBoolean() ? List.of(left, right) : List.copyOf(sources), 1);
        }
    }

    private void subquery(Source outer) {
        Source inner = new Source(TABLES.get(random.nextInt(TABLES.size())), "s");
        boolean in = random.nextBoolean();
        String not = random.nextBoolean() ? "NOT " : "";
        String of = " FROM " + inner.table().tableName() + " s WHERE ";
        out.add(
                in
                        ? outer.column("a") + " " + not + "IN (SELECT s.a" + of + "s.a IS NOT NULL AND "
                        : not + "EXISTS (SELECT *" + of + "s.a = " + outer.column("a") + " AND ");
        condition(random.nextInt(3) == 0 ? List.of(inner, outer) : List.of(inner), 1);
        out.add(")");
    }

    void condition(List<Source> sources, int depth) {
        int shape = random.nextInt(depth > 0 ? 10 : 6);
        Source source = sources.get(random.nextInt(sources.size()));
        if (shape < 6) {
            leaf(source);
        } else if (shape < 8) {
            out.add("(");
            condition(sources, depth - 1);
            out.add(" OR ");
            condition(random.nextBoolean() ? List.of(source) : sources, depth - 1);
            out.add(")");
        } else if (shape < 9) {
            out.add("(");
            condition(sources, depth - 1);
            out.add(" AND ");
            condition(sources, depth - 1);
            out.add(")");
        } else {
            out.add("NOT (");
            condition(sources, depth - 1);
            out.add(")");
        }
    }

    private void leaf(Source source) {
        Column column = source.any(random);
        String name = source.column(column.name());
        if (random.nextInt(5) == 0) {
            out.add(name + " = ").value(new ConditionGenerator(random).value(column));
            return;
        }
        switch (column.type()) {
            case INT, BIGINT, DECIMAL -> number(source, column, name);
            case TEXT, BINARY_TEXT -> {
                if (random.nextInt(4) == 0) {
                    out.add(name + " LIKE ").value(PATTERNS.get(random.nextInt(PATTERNS.size())));
                } else {
                    out.add(String.format(Locale.ROOT, any(OF_TEXTS), name));
                }
            }
            case DATE -> out.add(String.format(Locale.ROOT, any(OF_DAYS), name));
            default -> out.add(name + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL"));
        }
    }

    private void number(Source source, Column column, String name) {
        switch (random.nextInt(6)) {
            case 0 -> out.add(name + " " + any(COMPARISONS) + " ").value(new ConditionGenerator(random).value(column));
            case 1 ->
                out.add(name + " " + any(COMPARISONS) + " "
                        + source.column(source.any(random, NUMBERS).name()));
            default -> out.add(String.format(Locale.ROOT, any(OF_NUMBERS), name));
        }
    }

    private String any(List<String> among) {
        return among.get(random.nextInt(among.size()));
    }
}
