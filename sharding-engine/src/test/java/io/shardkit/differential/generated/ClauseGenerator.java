package io.shardkit.differential.generated;

import io.shardkit.differential.Ordering;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.generated.StatementGenerator.Query;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Random queries around one clause each: those that cannot be answered unit by unit. Not thread-safe. */
final class ClauseGenerator {
    private static final List<LogicalTable> SHARDED = List.of(
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.I,
            LogicalTable.I,
            LogicalTable.X,
            LogicalTable.EV,
            LogicalTable.Q);
    private static final List<LogicalTable> OTHERS =
            List.of(LogicalTable.I, LogicalTable.O, LogicalTable.X, LogicalTable.B1, LogicalTable.U);

    private final Random random;
    private final TestDatabase database;
    private final ConditionGenerator conditions;

    ClauseGenerator(Random random, TestDatabase database, ConditionGenerator conditions) {
        this.random = random;
        this.database = database;
        this.conditions = conditions;
    }

    Query query() {
        return switch (random.nextInt(13)) {
            case 0 -> window().as("window");
            case 1 -> setOperation().as("set operation");
            case 2 -> commonTable().as("common table");
            case 3 -> derivedGroups().as("derived groups");
            case 4 -> derivedLimit().as("derived limit");
            case 5 -> pageCount().as("page count");
            case 6 -> correlated().as("correlated");
            case 7 -> statistics().as("statistics");
            case 8 -> collected().as("collected");
            case 9 -> having().as("having");
            case 10 -> broadcastFirst().as("broadcast outer join");
            case 11 -> overAggregates().as("over aggregates");
            default -> ordered().as("order and limit");
        };
    }

    private Query window() {
        Source source = sharded("t0");
        String order = random.nextInt(4) == 0 ? "t0.a, t0.id" : "t0.id";
        String part =
                switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 -> "PARTITION BY t0.a ";
                    case 2 -> "PARTITION BY t0." + source.keys().get(0) + " ";
                    default -> "PARTITION BY " + qualified(source) + " ";
                };
        String function =
                switch (random.nextInt(7)) {
                    case 0 -> "RANK()";
                    case 1 -> "SUM(t0.a)";
                    case 2 -> "COUNT(*)";
                    case 3 -> "LAG(t0.a)";
                    case 4 -> "FIRST_VALUE(t0.id)";
                    case 5 -> "MAX(t0.a)";
                    default -> "ROW_NUMBER()";
                };
        SqlText out = new SqlText(random);
        out.add("SELECT t0.id, " + function + " OVER (" + part + "ORDER BY " + order + ") AS w FROM "
                + source.table().tableName()
                + " t0");
        where(out, List.of(source));
        return maybeOrdered(out, "t0.id");
    }

    private Query setOperation() {
        SqlText out = new SqlText(random);
        int branches = 2 + random.nextInt(2);
        for (int i = 0; i < branches; i++) {
            Source source = random.nextInt(4) == 0 ? new Source(LogicalTable.B1, "t0") : sharded("t0");
            out.add(
                    i == 0
                            ? ""
                            : List.of(" UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ")
                                    .get(random.nextInt(4)));
            boolean counted = random.nextInt(6) == 0;
            out.add(counted ? "SELECT COUNT(*), MIN(t0.a) FROM " : "SELECT t0.id, t0.a FROM ");
            out.add(source.table().tableName() + " t0");
            where(out, List.of(source));
        }
        if (random.nextBoolean()) {
            out.add(" ORDER BY 1, 2");
            limit(out);
            return new Query(out.toSql(), Ordering.TOTAL);
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query commonTable() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        out.add("WITH c AS (SELECT t0.a AS a, COUNT(*) AS n, MIN(t0.id) AS m FROM "
                + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" GROUP BY t0.a) ");
        switch (random.nextInt(4)) {
            case 0 -> out.add("SELECT c.a, c.n FROM c");
            case 1 -> out.add("SELECT c.a, c.n, d.n FROM c JOIN c d ON c.n = d.n AND c.m < d.m");
            case 2 -> out.add("SELECT t1.id, c.n FROM b1 t1 LEFT JOIN c ON c.a = t1.a");
            default -> out.add("SELECT t1.id, c.m FROM i t1 JOIN c ON c.m = t1.o_id");
        }
        if (random.nextBoolean()) {
            out.add(" WHERE c.n > ").value(random.nextInt(4));
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query derivedGroups() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        String key = source.keys().get(0);
        out.add("SELECT z.a, SUM(z.n), COUNT(*) FROM (SELECT t0.a AS a, t0." + key + " AS g, COUNT(*) AS n FROM "
                + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" GROUP BY t0.a, t0." + key + ") z");
        if (random.nextBoolean()) {
            out.add(" WHERE z.g > ").value(random.nextInt(8) - 3);
        }
        out.add(" GROUP BY z.a");
        return maybeOrdered(out, "z.a");
    }

    private Query derivedLimit() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        out.add(random.nextBoolean() ? "SELECT COUNT(*), MIN(z.id), MAX(z.a) FROM (" : "SELECT z.id, z.a FROM (");
        out.add("SELECT t0.id, t0.a FROM " + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" ORDER BY t0.id" + (random.nextBoolean() ? " DESC" : ""));
        out.add(" LIMIT ").value(random.nextInt(12));
        if (random.nextBoolean()) {
            out.add(" OFFSET ").value(random.nextInt(5));
        }
        out.add(") z");
        if (random.nextBoolean()) {
            out.add(" WHERE z.a > ").value(random.nextInt(5));
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    /** As the paging of PageHelper and of MyBatis-Plus asks for the number of rows. */
    private Query pageCount() {
        SqlText out = new SqlText(random);
        boolean helper = random.nextBoolean();
        out.add(helper ? "SELECT count(0) FROM (" : "SELECT COUNT(*) FROM (");
        Source source = sharded("t0");
        boolean joined = source.table() == LogicalTable.O && random.nextBoolean();
        List<Source> sources = new ArrayList<>(List.of(source));
        String list =
                switch (random.nextInt(4)) {
                    case 0 -> "DISTINCT t0.a";
                    case 1 -> "t0.a, COUNT(*) AS n";
                    case 2 -> "t0.a, t0.id AS id0";
                    default -> "DISTINCT t0.a, t0." + source.keys().get(0) + " AS g";
                };
        out.add("SELECT " + list + " FROM " + source.table().tableName() + " t0");
        if (joined) {
            sources.add(new Source(LogicalTable.I, "t1"));
            out.add(" JOIN i t1 ON t0.k = t1.k AND t0.id = t1.o_id");
        }
        where(out, sources);
        out.add(list.contains("COUNT") ? " GROUP BY t0.a HAVING COUNT(*) > 1" : "");
        out.add(helper ? ") table_count" : ") TOTAL");
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query correlated() {
        SqlText out = new SqlText(random);
        Source outer = new Source(random.nextInt(3) == 0 ? LogicalTable.B1 : LogicalTable.O, "t0");
        Source inner = new Source(OTHERS.get(random.nextInt(OTHERS.size())), "t1");
        String number = FromGenerator.number(inner.table());
        String link = inner.table() == LogicalTable.I && outer.table() == LogicalTable.O && random.nextBoolean()
                ? "t1.o_id = t0.id AND t1.k = t0.k"
                : "t1." + number + " = t0.a";
        String from = " FROM " + inner.table().tableName() + " t1 WHERE " + link + " AND ";
        switch (random.nextInt(4)) {
            case 0 -> {
                out.add("SELECT t0.id, (SELECT COUNT(*)" + from);
                conditions.condition(out, List.of(inner), 0);
                out.add(") AS c FROM " + outer.table().tableName() + " t0");
                where(out, List.of(outer));
            }
            case 1 -> {
                out.add("SELECT t0.id, t0.a FROM " + outer.table().tableName() + " t0 WHERE (SELECT MAX(t1.id)" + from);
                conditions.condition(out, List.of(inner), 0);
                out.add(") > ").value(random.nextInt(40));
            }
            case 2 -> {
                out.add("SELECT t0.id, t0.a FROM " + outer.table().tableName() + " t0 WHERE EXISTS (SELECT 1" + from
                        + "t1.id NOT IN (SELECT t2.id FROM x t2 WHERE t2.a = t1.id OR ");
                conditions.condition(out, List.of(new Source(LogicalTable.X, "t2")), 0);
                out.add("))");
            }
            default -> {
                out.add("SELECT COUNT(*), SUM(t0.a) FROM " + outer.table().tableName()
                        + " t0 WHERE t0.a >= ALL (SELECT t1." + number + from);
                conditions.condition(out, List.of(inner), 0);
                out.add(")");
                return new Query(out.toSql(), Ordering.NONE);
            }
        }
        return maybeOrdered(out, "t0.id");
    }

    /** Rounded, because the last digits depend on the order of the rows; and moved away from where rounding is a tie. */
    private Query statistics() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        String function =
                List.of("STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP").get(random.nextInt(4));
        boolean grouped = random.nextBoolean();
        String number = database == TestDatabase.POSTGRESQL
                ? "CAST(" + function + "(t0.id) AS DECIMAL(20,8))"
                : function + "(t0.id)";
        out.add("SELECT " + (grouped ? "t0.a, " : "") + "ROUND(" + number + " + 0.000123, 3) FROM "
                + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(grouped ? " GROUP BY t0.a" : "");
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query collected() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        boolean json = random.nextInt(3) == 0;
        String call =
                switch (database) {
                    case H2 -> json ? "JSON_ARRAYAGG(t0.id ORDER BY t0.id)" : "GROUP_CONCAT(t0.id ORDER BY t0.id)";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                        json
                                ? "JSON_ARRAYAGG(t0.id ORDER BY t0.id)"
                                : "GROUP_CONCAT(t0.id ORDER BY t0.id DESC SEPARATOR '|')";
                    case POSTGRESQL ->
                        json
                                ? "CAST(JSON_AGG(t0.id ORDER BY t0.id) AS TEXT)"
                                : "STRING_AGG(CAST(t0.id AS TEXT), ',' ORDER BY t0.id)";
                };
        boolean byKeys = random.nextInt(3) == 0;
        String groups = byKeys ? qualified(source) : "t0.a";
        out.add("SELECT " + groups + ", " + call + " FROM " + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" GROUP BY " + groups);
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query having() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        out.add("SELECT t0.a, COUNT(*), MAX(t0.id) FROM " + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" GROUP BY t0.a HAVING ");
        switch (random.nextInt(5)) {
            case 0 -> out.add("COUNT(*) = ").value(1);
            case 1 -> out.add("SUM(t0.id) > ").value(random.nextInt(100));
            case 2 ->
                out.add("MIN(t0.id) < 5 OR COUNT(DISTINCT t0." + source.keys().get(0) + ") > ")
                        .value(2);
            case 3 -> out.add("MAX(t0.id) - MIN(t0.id) BETWEEN 1 AND ").value(30 + random.nextInt(40));
            default -> out.add("t0.a > ").value(random.nextInt(4)).add(" AND COUNT(*) > 1");
        }
        return maybeOrdered(out, "t0.a");
    }

    private Query broadcastFirst() {
        SqlText out = new SqlText(random);
        Source first = new Source(random.nextInt(4) == 0 ? LogicalTable.U : LogicalTable.B1, "t0");
        Source second = sharded("t1");
        out.add(random.nextInt(3) == 0 ? "SELECT COUNT(*), COUNT(t1.id)" : "SELECT t0.id, t1.id");
        String left = first.column(FromGenerator.number(first.table()));
        boolean mirrored = random.nextInt(3) == 0;
        Source before = mirrored ? second : first;
        Source after = mirrored ? first : second;
        out.add(" FROM " + before.table().tableName() + " " + before.alias()
                + (mirrored ? " RIGHT JOIN " : " LEFT JOIN ") + after.table().tableName() + " " + after.alias() + " ON "
                + left + " = t1.a");
        if (random.nextBoolean()) {
            out.add(" AND ");
            conditions.condition(out, List.of(random.nextBoolean() ? first : second), 0);
        }
        switch (random.nextInt(4)) {
            case 0 -> out.add(" WHERE t1.id IS NULL");
            case 1 -> {
                out.add(" WHERE ");
                conditions.condition(out, List.of(second), 1);
            }
            default -> where(out, List.of(first));
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private Query overAggregates() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        List<String> items = List.of(
                "COALESCE(SUM(t0.a), 0)",
                "MAX(t0.id) - MIN(t0.id)",
                "CASE WHEN COUNT(*) > 3 THEN SUM(t0.a) ELSE COUNT(*) END",
                "COUNT(DISTINCT t0.a) + COUNT(*)",
                "SUM(DISTINCT t0.a)",
                "COUNT(DISTINCT t0." + source.keys().get(0) + ")",
                "SUM(t0.a) * 2",
                "SUM(CASE WHEN t0.a > 2 THEN 1 ELSE 0 END)",
                "SUM(t0.a + t0.id)",
                "MIN(ABS(t0.a))");
        boolean grouped = random.nextBoolean();
        String list = random.ints(1 + random.nextInt(2), 0, items.size())
                .mapToObj(items::get)
                .distinct()
                .collect(Collectors.joining(", "));
        out.add("SELECT " + (grouped ? "t0.a, " : "") + list + " FROM "
                + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(grouped ? " GROUP BY t0.a" : "");
        if (random.nextInt(4) == 0) {
            out.add(" HAVING COALESCE(MAX(t0.id), 0) - COUNT(t0.a) > ").value(random.nextInt(30));
        }
        return grouped && random.nextInt(3) == 0
                ? maybeOrdered(out, "COUNT(*) * 2, t0.a")
                : new Query(out.toSql(), Ordering.NONE);
    }

    private Query ordered() {
        SqlText out = new SqlText(random);
        Source source = sharded("t0");
        out.add("SELECT t0.id, t0.a FROM " + source.table().tableName() + " t0");
        where(out, List.of(source));
        out.add(" ORDER BY ");
        switch (random.nextInt(5)) {
            case 0 -> out.add("ABS(t0.a)");
            case 1 -> out.add("CASE WHEN t0.a > 2 THEN 0 ELSE 1 END");
            case 2 -> out.add("t0.a + t0.id DESC");
            case 3 -> out.add("(SELECT COUNT(*) FROM i z WHERE z.a = t0.a)");
            default -> out.add(database.speaksMysql() ? "t0.a DESC" : "t0.a DESC NULLS LAST");
        }
        out.add(", t0.id");
        if (database == TestDatabase.POSTGRESQL) {
            out.add(" OFFSET " + random.nextInt(4) + " ROWS FETCH FIRST " + random.nextInt(9) + " ROWS ONLY");
        } else {
            out.add(" LIMIT ").value(random.nextInt(4)).add(", ").value(random.nextInt(9));
        }
        return new Query(out.toSql(), Ordering.TOTAL);
    }

    private Query maybeOrdered(SqlText out, String total) {
        if (random.nextBoolean()) {
            out.add(" ORDER BY " + total);
            limit(out);
            return new Query(out.toSql(), Ordering.TOTAL);
        }
        return new Query(out.toSql(), Ordering.NONE);
    }

    private void limit(SqlText out) {
        if (random.nextBoolean()) {
            out.add(" LIMIT ").value(random.nextInt(9));
            if (random.nextBoolean()) {
                out.add(" OFFSET ").value(random.nextInt(5));
            }
        }
    }

    private void where(SqlText out, List<Source> sources) {
        if (random.nextInt(4) > 0) {
            out.add(" WHERE ");
            conditions.condition(out, sources, 1);
        }
    }

    private Source sharded(String alias) {
        return new Source(SHARDED.get(random.nextInt(SHARDED.size())), alias);
    }

    private static String qualified(Source source) {
        return source.keys().stream().map(source::column).collect(Collectors.joining(", "));
    }
}
