package io.shardkit.differential.generated;

import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.generated.StatementGenerator.Query;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Random;

/** Random writes that read other tables, or change rows that are there already. Not thread-safe. */
final class WriteFormGenerator {
    private static final long FIRST_COPIED_ID = 2000;
    private static final List<LogicalTable> READ =
            List.of(LogicalTable.I, LogicalTable.I, LogicalTable.X, LogicalTable.B1, LogicalTable.U, LogicalTable.O);

    private final Random random;
    private final TestDatabase database;
    private final ConditionGenerator conditions;
    private long offset = FIRST_COPIED_ID;

    WriteFormGenerator(Random random, TestDatabase database, ConditionGenerator conditions) {
        this.random = random;
        this.database = database;
        this.conditions = conditions;
    }

    Query write() {
        return switch (random.nextInt(6)) {
            case 0 -> new Query(upsert(), Ordering.NONE, "upsert");
            case 1 -> new Query(insertSelect(), Ordering.NONE, "insert select");
            case 2, 3 -> new Query(withSubquery(), Ordering.NONE, "write with subquery");
            case 4 -> new Query(ofSeveralTables(), Ordering.NONE, "write of a join");
            default -> new Query(limited(), Ordering.NONE, "write with limit");
        };
    }

    /** On a table whose unique key has all sharding columns, or mostly with new rows on one where it has not. */
    private Sql upsert() {
        SqlText out = new SqlText(random);
        boolean ignore = random.nextInt(3) == 0;
        boolean postgres = database == TestDatabase.POSTGRESQL;
        boolean whole = random.nextInt(3) > 0;
        out.add(ignore && !postgres ? "INSERT IGNORE INTO " : "INSERT INTO ").add(whole ? "q" : "o");
        out.add(" (k, id, a, s) VALUES ");
        int rows = 1 + random.nextInt(3);
        long first = 1 + random.nextInt(26);
        for (int i = 0; i < rows; i++) {
            // Queries are ordered by id alone, so no two rows of the table may share one.
            boolean other = (random.nextInt(4) == 0) == whole;
            long id = first + i + (other ? 100 : 0);
            long k = other ? id : id % 7 - 2;
            out.add(i == 0 ? "(" : ", (").value(k).add(", ").value(id).add(", ").value(random.nextInt(9));
            out.add(", ").value(random.nextBoolean() ? "up" : null).add(")");
        }
        if (postgres) {
            out.add(
                    ignore
                            ? " ON CONFLICT DO NOTHING"
                            : (whole ? " ON CONFLICT (k, id)" : " ON CONFLICT (id)") + " DO UPDATE SET a = EXCLUDED.a");
        } else if (!ignore) {
            out.add(" ON DUPLICATE KEY UPDATE a = VALUES(a)");
        }
        return out.toSql();
    }

    private Sql insertSelect() {
        SqlText out = new SqlText(random);
        // Copies of copies have sums of these, each of which comes once.
        offset *= 2;
        Source source = new Source(random.nextInt(4) == 0 ? LogicalTable.X : LogicalTable.O, "t0");
        String from = " FROM " + source.table().tableName() + " t0 WHERE ";
        switch (random.nextInt(5)) {
            case 0 -> out.add("INSERT INTO b1 (id, a, s) SELECT t0.id + " + offset + ", t0.a, t0.s" + from);
            case 1 -> out.add("INSERT INTO u (id, o_id, v, s) SELECT t0.id + " + offset + ", t0.k, t0.a, t0.s" + from);
            case 2 -> out.add("INSERT INTO i (k, id, o_id, a) SELECT t0.k, t0.id + " + offset + ", t0.id, t0.a" + from);
            default -> out.add("INSERT INTO x (k, id, a, s) SELECT t0.k, t0.id + " + offset + ", t0.a, t0.s" + from);
        }
        conditions.condition(out, List.of(source), 1);
        return out.toSql();
    }

    private Sql withSubquery() {
        SqlText out = new SqlText(random);
        LogicalTable target = List.of(LogicalTable.O, LogicalTable.O, LogicalTable.X, LogicalTable.U, LogicalTable.B1)
                .get(random.nextInt(5));
        String name = target.tableName();
        String number = FromGenerator.number(target);
        Source inner = new Source(READ.get(random.nextInt(READ.size())), "t1");
        String other = inner.column(FromGenerator.number(inner.table()));
        String from = " FROM " + read(inner.table(), target) + " t1 WHERE ";
        boolean delete = random.nextInt(3) == 0;
        boolean set = !delete && random.nextInt(4) == 0;
        out.add(delete ? "DELETE FROM " + name : "UPDATE " + name + " SET " + number + " = ");
        if (set) {
            out.add("(SELECT MAX(" + other + ")" + from);
            conditions.condition(out, List.of(inner), 0);
            out.add(") WHERE ");
            conditions.condition(out, List.of(new Source(target, name)), 1);
            return out.toSql();
        }
        if (!delete) {
            out.add("7");
        }
        switch (random.nextInt(4)) {
            case 0 -> out.add(" WHERE " + name + "." + number + " IN (SELECT " + other + from);
            case 1 -> out.add(" WHERE " + name + "." + number + " > (SELECT AVG(" + other + ")" + from);
            case 2 -> out.add(" WHERE " + name + ".id NOT IN (SELECT t1.id" + from);
            default -> out.add(" WHERE EXISTS (SELECT 1" + from + other + " = " + name + "." + number + " AND ");
        }
        conditions.condition(out, List.of(inner), 0);
        out.add(")");
        return out.toSql();
    }

    /** MySQL reads the table that a statement writes only as a derived one. */
    private String read(LogicalTable table, LogicalTable target) {
        String name = table.tableName();
        return database == TestDatabase.MYSQL && table == target ? "(SELECT * FROM " + name + ")" : name;
    }

    /** Each database in its own words; H2 has none for it. */
    private Sql ofSeveralTables() {
        SqlText out = new SqlText(random);
        Source left = new Source(LogicalTable.O, "t0");
        Source right = new Source(
                List.of(LogicalTable.I, LogicalTable.B1, LogicalTable.X).get(random.nextInt(3)), "t1");
        String link = right.table() == LogicalTable.I && random.nextBoolean()
                ? "t0.k = t1.k AND t0.id = t1.o_id"
                : "t0.a = t1.a";
        String name = right.table().tableName();
        boolean delete = random.nextInt(3) == 0;
        switch (database) {
            case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                out.add(
                        delete
                                ? "DELETE t0 FROM o t0 JOIN " + name + " t1 ON " + link + " WHERE "
                                : "UPDATE o t0 JOIN " + name + " t1 ON " + link + " SET t0.a = 11 WHERE ");
            case POSTGRESQL ->
                out.add(
                        delete
                                ? "DELETE FROM o t0 USING " + name + " t1 WHERE " + link + " AND "
                                : "UPDATE o t0 SET a = 11 FROM " + name + " t1 WHERE " + link + " AND ");
            case H2 ->
                out.add("UPDATE o t0 SET a = 11 WHERE EXISTS (SELECT 1 FROM " + name + " t1 WHERE " + link + ") AND ");
        }
        conditions.condition(out, List.of(left), 1);
        return out.toSql();
    }

    private Sql limited() {
        SqlText out = new SqlText(random);
        Source source = new Source(random.nextBoolean() ? LogicalTable.O : LogicalTable.B1, "");
        String name = source.table().tableName();
        Source named = new Source(source.table(), name);
        out.add(random.nextBoolean() ? "DELETE FROM " + name : "UPDATE " + name + " SET a = 12");
        out.add(" WHERE ");
        conditions.condition(out, List.of(named), 1);
        int form = random.nextInt(4);
        if (form == 0) {
            out.add(" AND " + name + ".id IN (SELECT t2.id FROM (SELECT t1.id FROM " + name + " t1 WHERE ");
            conditions.condition(out, List.of(new Source(source.table(), "t1")), 0);
            out.add(" ORDER BY t1.id DESC LIMIT ").value(1 + random.nextInt(9)).add(") t2)");
        } else if (form == 1) {
            out.add(" AND " + name + ".id IN (SELECT t2.id FROM (SELECT t1.id, ROW_NUMBER() OVER (PARTITION BY t1.a"
                    + " ORDER BY t1.id) AS rn FROM " + name + " t1) t2 WHERE t2.rn > 1)");
        } else if (database.speaksMysql()) {
            out.add(" ORDER BY id LIMIT ").value(1 + random.nextInt(3));
        } else if (database == TestDatabase.POSTGRESQL) {
            out.add(" AND " + name + ".id IN (SELECT t1.id FROM " + name + " t1 ORDER BY t1.id LIMIT 5)");
        } else {
            out.add(" AND " + name + ".id <= (SELECT MIN(t1.id) FROM " + name + " t1 WHERE t1.a > 3)");
        }
        return out.toSql();
    }
}
