package io.shardkit.plan;

import io.shardkit.algorithm.KeyType;
import io.shardkit.catalog.Column;
import io.shardkit.error.ErrorCode;
import io.shardkit.sql.Functions;
import io.shardkit.sql.ParsedStatement;
import io.shardkit.sql.TableUse;
import io.shardkit.sql.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans a write of a broadcast table: the same text on each data source, refused if the copies could differ afterwards.
 * For one statement.
 */
final class BroadcastWritePlanner {
    private final ParsedStatement statement;
    private final StatementKind kind;
    private final Tables tables;
    private final String name;

    BroadcastWritePlanner(ParsedStatement statement, StatementKind kind, Tables tables) {
        this.statement = statement;
        this.kind = kind;
        this.tables = tables;
        this.name = tables.uses().get(0).name();
    }

    Plan plan(List<String> functions, boolean limited, int dataSources) throws SQLException {
        for (TableUse use : tables.uses()) {
            if (!tables.isBroadcast(use.id())) {
                throw refusal("from " + use.name());
            }
        }
        if (limited || statement.text().hasNestedLimit()) {
            throw refusal("with ORDER BY or LIMIT");
        }
        if (statement.text().mentions("returning")) {
            throw ErrorCode.UNSUPPORTED_SYNTAX.exception("RETURNING");
        }
        for (String function : functions) {
            if (!Functions.isDeterministic(function)) {
                throw refusal("with the function " + function);
            }
        }
        List<EverySourcePlan.Given> given = new ArrayList<>();
        if (kind != StatementKind.DELETE) {
            for (Column column : tables.filledByDatabase()) {
                addGiven(column, given);
            }
        }
        return EverySourcePlan.of(kind, statement.text().sql(), statement.text().parameterCount(), dataSources, given);
    }

    /** A column that each database would fill by itself has to be given, with a value that it takes as it is. */
    private void addGiven(Column column, List<EverySourcePlan.Given> given) throws SQLException {
        if (statement instanceof ParsedStatement.Write write) {
            // A counted number is filled by INSERT only, a time perhaps by ON UPDATE as well.
            if (column.keyType() != KeyType.INTEGER && !write.assigned().contains(column.name())) {
                throw refusal("whose " + column.name() + " is filled by each database itself");
            }
            return;
        }
        ParsedStatement.Insert insert = (ParsedStatement.Insert) statement;
        List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(0);
        ParsedStatement.Upsert upsert = insert.upsert();
        if (upsert != null
                && !upsert.assigned().isEmpty()
                && column.keyType() != KeyType.INTEGER
                && !upsert.assigned().contains(column.name())) {
            throw refusal("whose " + column.name() + " may be filled by each database itself");
        }
        int at = columns.indexOf(column.name());
        for (ParsedStatement.Row row : insert.rows()) {
            Value value =
                    at < 0 || at >= row.values().size() ? null : row.values().get(at);
            if (value == null) {
                throw refusal("whose " + column.name() + " is filled by each database itself");
            }
            EverySourcePlan.Given one =
                    new EverySourcePlan.Given(name, column.name(), column.keyType() == KeyType.INTEGER, value);
            if (value instanceof Value.Literal literal) {
                one.check(literal.value());
            } else {
                given.add(one);
            }
        }
    }

    private SQLException refusal(String detail) {
        return ErrorCode.BROADCAST_WRITE.exception(name + " " + detail);
    }
}
