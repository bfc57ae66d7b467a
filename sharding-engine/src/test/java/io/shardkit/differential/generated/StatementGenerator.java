package io.shardkit.differential.generated;

import io.shardkit.differential.Ordering;
import io.shardkit.differential.Seeds;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.LogicalTable.Column;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random queries. The same seed gives the same query. Not thread-safe. */
public final class StatementGenerator {
    private static final List<ColumnType> SUMMABLE = List.of(ColumnType.INT, ColumnType.BIGINT, ColumnType.DECIMAL);

    /**
     * A query and how its rows are compared.
     *
     * @param sql the query
     * @param ordering how far its order is determined
     * @param shape what it is about
     */
    public record Query(Sql sql, Ordering ordering, String shape) {
        Query(Sql sql, Ordering ordering) {
            this(sql, ordering, "");
        }

        Query as(String name) {
            return new Query(sql, ordering, name);
        }
    }

    private final Random random;
    private final TestDatabase database;
    private final ConditionGenerator conditions;
    private final FromGenerator from;
    private final ClauseGenerator clauses;

    public StatementGenerator(long seed, TestDatabase database) {
        this.random = Seeds.random(seed);
        this.database = database;
        this.conditions = new ConditionGenerator(random);
        this.from = new FromGenerator(random, conditions);
        this.clauses = new ClauseGenerator(random, database, conditions);
    }

    public Query query() {
        return switch (random.nextInt(32)) {
            case 0 -> union().as("union");
            case 1 -> derived().as("derived");
            case 2, 3 -> withSubquery().as("subquery");
            case 4, 5, 6 -> aggregated().as("aggregates");
            case 7, 8, 9, 10 -> grouped().as("groups");
            case 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22 -> clauses.query();
            default -> plain().as("rows");
        };
    }

    private Query plain() {
        // FROM is drawn first, because the list needs its tables.
        SqlText tables = new SqlText(random);
        List<Source> sources = from.from(tables);
        SqlText out = new SqlText(random).add("SELECT ");
        boolean distinct = random.nextInt(12) == 0;
        out.add(distinct ? "DISTINCT " : "");
        List<String> selected = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            Source source = sources.get(random.nextInt(sources.size()));
            selected.add(source.column(
                    (distinct || i == 0 ? source.any(random, distinguishable()) : source.any(random)).name()));
        }
        boolean expression = random.nextInt(6) == 0;
        out.add(IntStream.range(0, count)
                .mapToObj(i -> selected.get(i) + (random.nextInt(5) == 0 ? " AS c" + i : ""))
                .collect(Collectors.joining(", ")));
        if (expression) {
            out.add(", " + sources.get(0).id() + " + 1 AS e");
        }
        SqlText rest = new SqlText(random);
        where(rest, sources);
        Ordering ordering = distinct ? orderDistinct(rest, count) : orderPlain(rest, selected, sources);
        return new Query(join(out.toSql(), " FROM ", tables.toSql(), rest.toSql()), ordering);
    }

    private Query aggregated() {
        SqlText tables = new SqlText(random);
        List<Source> sources = from.from(tables);
        SqlText rest = new SqlText(random);
        where(rest, sources);
        String list = IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> aggregate(sources))
                .collect(Collectors.joining(", "));
        if (random.nextInt(10) == 0) {
            rest.add(" HAVING COUNT(*) > ").value(2);
        }
        return new Query(join(text("SELECT " + list), " FROM ", tables.toSql(), rest.toSql()), Ordering.NONE);
    }

    private Query grouped() {
        SqlText tables = new SqlText(random);
        List<Source> sources = from.from(tables);
        List<String> groups = new ArrayList<>();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            Source source = sources.get(random.nextInt(sources.size()));
            Column column = source.any(random, random.nextInt(3) == 0 ? distinguishable() : List.of(ColumnType.INT));
            if (!groups.contains(source.column(column.name()))) {
                groups.add(source.column(column.name()));
            }
        }
        boolean allSelected = random.nextInt(5) > 0;
        List<String> selected = new ArrayList<>(allSelected ? groups : groups.subList(0, groups.size() - 1));
        int aggregates = 1 + random.nextInt(3);
        for (int i = 0; i < aggregates; i++) {
            selected.add(aggregate(sources));
        }
        SqlText rest = new SqlText(random);
        where(rest, sources);
        rest.add(" GROUP BY " + String.join(", ", groups));
        if (random.nextInt(5) == 0) {
            rest.add(" HAVING COUNT(*) >= ").value(2);
        }
        Ordering ordering = Ordering.NONE;
        if (random.nextInt(2) == 0) {
            rest.add(" ORDER BY ");
            if (random.nextInt(4) == 0) {
                rest.add("COUNT(*) DESC, ");
            }
            rest.add(groups.stream().map(g -> g + direction()).collect(Collectors.joining(", ")));
            limit(rest);
            ordering = Ordering.TOTAL;
        }
        return new Query(
                join(text("SELECT " + String.join(", ", selected)), " FROM ", tables.toSql(), rest.toSql()), ordering);
    }

    private Query withSubquery() {
        SqlText out = new SqlText(random);
        Source outer = new Source(
                List.of(LogicalTable.O, LogicalTable.O, LogicalTable.B1, LogicalTable.X)
                        .get(random.nextInt(4)),
                "t0");
        Source inner = new Source(
                List.of(LogicalTable.I, LogicalTable.O, LogicalTable.B1, LogicalTable.U)
                        .get(random.nextInt(4)),
                "t1");
        out.add("SELECT t0.id, t0.a FROM " + outer.table().tableName() + " t0 WHERE ");
        String number = inner.table() == LogicalTable.U ? "v" : "a";
        switch (random.nextInt(5)) {
            case 0 ->
                out.add("t0.a IN (SELECT t1." + number + " FROM "
                        + inner.table().tableName() + " t1 WHERE ");
            case 1 ->
                out.add("t0.a NOT IN (SELECT t1." + number + " FROM "
                        + inner.table().tableName() + " t1 WHERE ");
            case 2 -> out.add("EXISTS (SELECT 1 FROM " + inner.table().tableName() + " t1 WHERE ");
            case 3 ->
                out.add("t0.a > (SELECT MIN(t1." + number + ") FROM "
                        + inner.table().tableName() + " t1 WHERE ");
            default -> out.add("NOT EXISTS (SELECT 1 FROM " + inner.table().tableName() + " t1 WHERE ");
        }
        if (random.nextInt(3) == 0 && outer.keys().size() == 2 && inner.keys().size() == 2) {
            out.add("t1.k = t0.k AND t1." + inner.keys().get(1) + " = t0."
                    + outer.keys().get(1) + " AND ");
        }
        conditions.condition(out, List.of(inner), 1);
        out.add(")");
        if (random.nextBoolean()) {
            out.add(" AND ");
            conditions.condition(out, List.of(outer), 1);
        }
        if (random.nextBoolean()) {
            out.add(" ORDER BY t0.id");
            limit(out);
            return new Query(out.toSql(), Ordering.TOTAL);
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query union() {
        SqlText out = new SqlText(random);
        for (int i = 0; i < 2; i++) {
            Source source = new Source(
                    List.of(LogicalTable.O, LogicalTable.I, LogicalTable.B1).get(random.nextInt(3)), "t0");
            out.add(i == 0 ? "" : random.nextBoolean() ? " UNION ALL " : " UNION ");
            out.add("SELECT t0.id, t0.a FROM " + source.table().tableName() + " t0 WHERE ");
            conditions.condition(out, List.of(source), 1);
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query derived() {
        SqlText out = new SqlText(random);
        Source source = new Source(LogicalTable.O, "t0");
        boolean count = random.nextBoolean();
        out.add(count ? "SELECT COUNT(*) FROM (" : "SELECT z.a FROM (");
        out.add(
                random.nextInt(3) == 0
                        ? "SELECT DISTINCT t0.a FROM o t0 WHERE "
                        : "SELECT t0.a, t0.id FROM o t0 WHERE ");
        conditions.condition(out, List.of(source), 2);
        out.add(") z");
        if (random.nextBoolean()) {
            out.add(" WHERE z.a > ").value(1);
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private String aggregate(List<Source> sources) {
        Source source = sources.get(random.nextInt(sources.size()));
        String number = source.column(source.any(random, SUMMABLE).name());
        return switch (random.nextInt(9)) {
            case 0, 1 -> "COUNT(*)";
            case 2 -> "COUNT(" + source.column(source.any(random).name()) + ")";
            case 3 -> "SUM(" + number + ")";
            case 4 -> "AVG(" + number + ")";
            case 5 -> "MIN(" + number + ")";
            case 6 -> "MAX(" + number + ")";
            case 7 -> random.nextInt(3) == 0 ? "COUNT(DISTINCT " + number + ")" : "SUM(" + number + ")";
            default -> random.nextInt(3) == 0 ? "COUNT(*) + 1" : "MAX(" + number + ")";
        };
    }

    private void where(SqlText out, List<Source> sources) {
        if (random.nextInt(5) > 0) {
            out.add(" WHERE ");
            conditions.condition(out, sources, 2);
        }
    }

    /** ORDER BY with every table's primary key at the end is total. */
    private Ordering orderPlain(SqlText out, List<String> selected, List<Source> sources) {
        switch (random.nextInt(5)) {
            case 0, 1 -> {
                return Ordering.NONE;
            }
            case 2 -> {
                out.add(" ORDER BY " + selected.get(0) + direction());
                boolean cut = limit(out);
                return new Ordering(false, List.of(1), cut);
            }
            default -> {
                Source source = sources.get(random.nextInt(sources.size()));
                out.add(" ORDER BY " + source.column(source.any(random).name()) + direction());
                sources.forEach(each -> out.add(", " + each.id() + direction()));
                limit(out);
                return Ordering.TOTAL;
            }
        }
    }

    private Ordering orderDistinct(SqlText out, int columns) {
        if (random.nextBoolean()) {
            return Ordering.NONE;
        }
        out.add(" ORDER BY "
                + IntStream.rangeClosed(1, columns).mapToObj(Integer::toString).collect(Collectors.joining(", ")));
        return new Ordering(false, IntStream.rangeClosed(1, columns).boxed().toList(), false);
    }

    /** Types whose equal values look the same; where 'a', 'A' and 'a ' are equal, any may stand for the others. */
    private List<ColumnType> distinguishable() {
        return Arrays.stream(ColumnType.values())
                .filter(type -> !database.speaksMysql() || (type != ColumnType.TEXT && type != ColumnType.BINARY_TEXT))
                .toList();
    }

    private String direction() {
        return random.nextInt(3) == 0 ? " DESC" : "";
    }

    private boolean limit(SqlText out) {
        if (random.nextBoolean()) {
            return false;
        }
        out.add(" LIMIT ").value(random.nextInt(8));
        if (random.nextBoolean()) {
            out.add(" OFFSET ").value(random.nextInt(6));
        }
        return true;
    }

    private static Sql text(String sql) {
        return new Sql(sql, List.of());
    }

    private static Sql join(Sql list, String word, Sql tables, Sql rest) {
        List<Object> parameters = new ArrayList<>(list.parameters());
        parameters.addAll(tables.parameters());
        parameters.addAll(rest.parameters());
        return new Sql(list.text() + word + tables.text() + rest.text(), parameters);
    }
}
