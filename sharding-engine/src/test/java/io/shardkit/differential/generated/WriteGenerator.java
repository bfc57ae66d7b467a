package io.shardkit.differential.generated;

import io.shardkit.differential.Ordering;
import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.ColumnType;
import io.shardkit.differential.fixture.LogicalTable;
import io.shardkit.differential.fixture.LogicalTable.Column;
import io.shardkit.differential.generated.StatementGenerator.Query;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import java.util.Random;

/** Random INSERT, UPDATE and DELETE statements. Not thread-safe. */
public final class WriteGenerator {
    private static final long FIRST_NEW_ID = 1000;
    private static final List<LogicalTable> TABLES = List.of(
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
            LogicalTable.U);

    private final Random random;
    private final ConditionGenerator conditions;
    private final WriteFormGenerator forms;
    private long nextId = FIRST_NEW_ID;

    public WriteGenerator(Random random, TestDatabase database) {
        this.random = random;
        this.conditions = new ConditionGenerator(random);
        this.forms = new WriteFormGenerator(random, database, conditions);
    }

    public Query write() {
        LogicalTable table = TABLES.get(random.nextInt(TABLES.size()));
        return switch (random.nextInt(8)) {
            case 0, 1 -> new Query(insert(table), Ordering.NONE, "insert");
            case 2 -> new Query(delete(table), Ordering.NONE, "delete");
            case 3, 4 -> new Query(update(table), Ordering.NONE, "update");
            default -> forms.write();
        };
    }

    private Sql insert(LogicalTable table) {
        SqlText out = new SqlText(random);
        out.add("INSERT INTO " + table.tableName() + " (" + table.columnList() + ") VALUES ");
        int rows = 1 + random.nextInt(4);
        for (int i = 0; i < rows; i++) {
            out.add(i == 0 ? "(" : ", (");
            List<Column> columns = table.columns();
            for (int c = 0; c < columns.size(); c++) {
                Column column = columns.get(c);
                out.add(c == 0 ? "" : ", ");
                if (column.name().equals("id")) {
                    // Rarely one that is there, where one database sees all ids.
                    boolean whole = table == LogicalTable.B1 || table == LogicalTable.U;
                    out.value(whole && random.nextInt(8) == 0 ? 5L : nextId++);
                } else {
                    out.value(column.nullable() && random.nextInt(5) == 0 ? null : conditions.value(column));
                }
            }
            out.add(")");
        }
        return out.toSql();
    }

    private Sql update(LogicalTable table) {
        SqlText out = new SqlText(random);
        Source source = new Source(table, table.tableName());
        Column column = source.any(random, List.of(ColumnType.INT, ColumnType.BINARY_TEXT));
        out.add("UPDATE " + table.tableName() + " SET " + column.name() + " = ");
        if (column.type() == ColumnType.INT && random.nextBoolean()) {
            out.add(column.name() + " + ").value(1);
        } else {
            out.value(column.nullable() && random.nextInt(5) == 0 ? null : conditions.value(column));
        }
        return where(out, source);
    }

    private Sql delete(LogicalTable table) {
        SqlText out = new SqlText(random);
        out.add("DELETE FROM " + table.tableName());
        return where(out, new Source(table, table.tableName()));
    }

    private Sql where(SqlText out, Source source) {
        out.add(" WHERE ");
        conditions.condition(out, List.of(source), 1);
        return out.toSql();
    }
}
