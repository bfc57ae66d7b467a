package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.LogicalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random FROM clauses: single tables, linked joins, joins that are not linked, broadcast tables. Not thread-safe. */
final class FromGenerator {
    private static final List<LogicalTable> TABLES = List.of(
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.O,
            LogicalTable.I,
            LogicalTable.I,
            LogicalTable.X,
            LogicalTable.P,
            LogicalTable.EV,
            LogicalTable.DT,
            LogicalTable.B1,
            LogicalTable.B2,
            LogicalTable.U);
    private static final List<String> JOINS =
            List.of(" JOIN ", " INNER JOIN ", " LEFT JOIN ", " LEFT OUTER JOIN ", " RIGHT JOIN ");

    private final Random random;
    private final ConditionGenerator conditions;

    FromGenerator(Random random, ConditionGenerator conditions) {
        this.random = random;
        this.conditions = conditions;
    }

    /** Appends the tables, without the word FROM. */
    List<Source> from(SqlText out) {
        int shape = random.nextInt(10);
        List<Source> sources = new ArrayList<>();
        if (shape < 5) {
            single(out, sources);
        } else if (shape < 8) {
            boundPair(out, sources);
        } else {
            single(out, sources);
        }
        int more = shape < 5 ? 0 : shape == 5 || shape == 8 ? 1 : shape == 9 ? 1 + random.nextInt(2) : 0;
        for (int i = 0; i < more; i++) {
            Source next = new Source(table(), "t" + sources.size());
            String join = JOINS.get(random.nextInt(JOINS.size()));
            out.add(join + next.table().tableName() + " " + next.alias() + " ON ");
            on(out, sources.get(random.nextInt(sources.size())), next);
            sources.add(next);
        }
        return sources;
    }

    private void single(SqlText out, List<Source> sources) {
        LogicalTable table = table();
        boolean aliased = random.nextBoolean();
        sources.add(new Source(table, aliased ? "t0" : table.tableName()));
        out.add(table.tableName() + (aliased ? " t0" : ""));
    }

    private void boundPair(SqlText out, List<Source> sources) {
        Source order = new Source(LogicalTable.O, "t0");
        Source item = new Source(LogicalTable.I, "t1");
        boolean itemFirst = random.nextInt(3) == 0;
        sources.add(itemFirst ? item : order);
        sources.add(itemFirst ? order : item);
        out.add(sources.get(0).table().tableName() + " " + sources.get(0).alias());
        out.add(JOINS.get(random.nextInt(JOINS.size())));
        out.add(sources.get(1).table().tableName() + " " + sources.get(1).alias() + " ON ");
        out.add(random.nextBoolean() ? "t0.k = t1.k AND t0.id = t1.o_id" : "t1.o_id = t0.id AND t1.k = t0.k");
        if (random.nextInt(4) == 0) {
            out.add(" AND ");
            conditions.condition(out, List.of(sources.get(random.nextInt(2))), 0);
        }
    }

    private void on(SqlText out, Source left, Source right) {
        boolean linkable = left.keys().size() == 2 && right.keys().size() == 2;
        int shape = random.nextInt(6);
        if (linkable && shape < 3) {
            out.add(left.column("k") + " = " + right.column("k"));
            out.add(" AND " + left.column(left.keys().get(1)) + " = "
                    + right.column(right.keys().get(1)));
        } else if (linkable && shape < 4) {
            out.add(left.column("k") + " = " + right.column("k"));
        } else {
            out.add(left.column(number(left.table())) + " = " + right.column(number(right.table())));
        }
        if (random.nextInt(5) == 0) {
            out.add(" AND ");
            conditions.condition(out, List.of(right), 0);
        }
    }

    static String number(LogicalTable table) {
        return switch (table) {
            case O, I, X, Q, P, EV, DT, B1 -> "a";
            case B2 -> "b1_id";
            case U -> "v";
        };
    }

    private LogicalTable table() {
        return TABLES.get(random.nextInt(TABLES.size()));
    }
}
