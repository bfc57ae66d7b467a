package io.shardkit.execute.gather;

import io.shardkit.catalog.Column;
import io.shardkit.catalog.ReportedColumns;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.ServerSettings;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.TemporaryNames;
import io.shardkit.execute.watch.Deadline;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.gather.Gather;
import io.shardkit.plan.gather.GatherTable;
import io.shardkit.plan.gather.SubqueryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rows of a subquery in a temporary table on the data source where it was asked, from which every data source takes
 * its copy.
 *
 * @param use the number that the table of the rows has in the statement
 * @param dataSource where they are
 * @param table the table's name
 * @param columns its columns
 */
record SharedRows(int use, int dataSource, String table, List<Column> columns) {
    /** The name of the copies; also shown in messages. */
    private static final String NAME = "subquery";

    private static final int MOST_INDEXED = 16;

    static String newName(int use, ServerSettings settings) {
        return TemporaryNames.next(use, NAME, settings);
    }

    /**
     * Asks the subquery, whose own tables are there.
     *
     * @param sql the subquery, which reads them
     * @param table a name that was not used yet
     * @param budget of its rows
     */
    static SharedRows ask(
            SubqueryRows rows,
            ShardConnection home,
            Dialect dialect,
            String sql,
            String table,
            GatherBudget budget,
            Deadline deadline)
            throws SQLException {
        Connection connection = home.connection();
        ParameterMapping mapping = new ParameterMapping(rows.rows().text().sources(), new Object[0]);
        try {
            String made = dialect.temporaryTables().demandsNames() ? table + names(connection, sql, dialect) : table;
            new TableMaker(home, dialect).createAs(made, sql, Storage.ORDINARY, create -> {
                try (TextCall call = TextCall.open(connection, create, mapping, rows.parameters())) {
                    deadline.limit(call.statement());
                    home.calling(call.statement(), call::update);
                }
            });
        } catch (SQLException failure) {
            throw dialect.isUnknownColumn(failure.getSQLState())
                    ? refused("sees a column of the statement around it", failure)
                    : dialect.isDuplicateColumn(failure.getSQLState())
                            ? refused("has two columns of one name", failure)
                            : failure;
        }
        try (Statement statement = connection.createStatement();
                ResultSet count =
                        home.calling(statement, () -> statement.executeQuery("SELECT COUNT(*) FROM " + table))) {
            count.next();
            budget.takeRows(count.getLong(1));
        }
        List<Column> columns = ReportedColumns.ofTemporary(connection, dialect, table);
        for (Column column : columns) {
            if (column.carrier() == Carrier.NONE
                    || dialect.temporaryTables().mayBeJson(column.definition())
                    || (rows.makesTexts() && dialect.isCollated(column.typeName()))) {
                throw ShardingExceptions.of(
                        ErrorCode.GATHER_TYPE, "a subquery's " + column.name() + " of type " + column.typeName());
            }
        }
        return new SharedRows(rows.use(), home.dataSource(), table, columns);
    }

    /** A list of names for the columns of a query: its own, and others for those that are computed. */
    private static String names(Connection connection, String sql, Dialect dialect) throws SQLException {
        try (PreparedStatement described = connection.prepareStatement(sql)) {
            ResultSetMetaData columns = Objects.requireNonNull(described.getMetaData());
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String label = columns.getColumnLabel(i);
                names.add(dialect.quoted(label.matches("\\w+") ? label : "sk_" + i));
            }
            return " (" + String.join(", ", names) + ")";
        }
    }

    /** Alone and as a table, a subquery cannot have all that it has within its statement. */
    private static SQLException refused(String why, SQLException failure) {
        SQLException refusal =
                ShardingExceptions.of(ErrorCode.SUBQUERY_OVER_UNITS, "a subquery that is asked once " + why);
        refusal.initCause(failure);
        return refusal;
    }

    /** The gather with a copy of these rows as another table. */
    Gather in(Gather gather, Dialect dialect) {
        boolean here = gather.dataSource() == dataSource;
        List<String> items = new ArrayList<>();
        for (Column column : columns) {
            String name = dialect.quoted(column.reportedName());
            items.add(here ? name : dialect.carried(name, column.typeName()));
        }
        ShardCall call = new ShardCall(
                dataSource,
                0,
                "SELECT " + String.join(", ", items) + " FROM " + table,
                new ParameterMapping(new int[0], new Object[0]));
        Set<String> indexed =
                columns.stream().limit(MOST_INDEXED).map(Column::name).collect(Collectors.toSet());
        List<GatherTable> tables = new ArrayList<>(gather.tables());
        tables.add(new GatherTable(
                List.of(use),
                List.of(),
                NAME,
                columns,
                List.of(),
                List.of(),
                indexed,
                false,
                null,
                null,
                here ? List.of(call) : List.of(),
                here ? List.of() : List.of(call)));
        return new Gather(
                gather.dataSource(),
                tables,
                gather.text(),
                gather.windows(),
                gather.direct(),
                gather.limit(),
                gather.sizes(),
                null);
    }
}
