package io.shardkit.planner.write;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
import io.shardkit.sql.text.Span;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans a write of a broadcast table: the same on each data source at the same moment, refused if the copies could
 * differ afterwards. For one statement.
 */
public final class BroadcastWritePlanner {
    private final ParsedStatement statement;
    private final StatementKind kind;
    private final Tables tables;
    private final Dialect dialect;
    private final String name;
    private final List<EverySourcePlan.Given> given = new ArrayList<>();
    private final List<TimedText.Edit> edits = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private boolean timed;

    public BroadcastWritePlanner(ParsedStatement statement, StatementKind kind, Tables tables, Dialect dialect) {
        this.statement = statement;
        this.kind = kind;
        this.tables = tables;
        this.dialect = dialect;
        this.name = tables.uses().get(0).name();
    }

    public StatementPlan plan(List<String> functions, boolean limited, int dataSources) throws SQLException {
        for (TableUse use : tables.uses()) {
            if (!tables.isBroadcast(use.id())) {
                throw refusal("from " + use.name());
            }
        }
        if (limited || new RowClauses(statement.text()).hasNestedLimit()) {
            throw refusal("with ORDER BY or LIMIT");
        }
        String own = new ColumnWords(statement.text()).ofTheTableItself(statement.unknownColumns());
        if (own != null) {
            throw refusal("with " + own);
        }
        checkFunctions(functions);
        if (kind != StatementKind.DELETE) {
            for (Column column : tables.columns(0)) {
                fill(column, Collections.frequency(functions, "default"));
            }
        }
        return EverySourcePlan.of(
                kind,
                statement.text().parameterCount(),
                dataSources,
                given,
                new TimedText(statement.text().sql(), edits),
                timed ? questions : null);
    }

    private void checkFunctions(List<String> functions) throws SQLException {
        int clocks = 0;
        boolean grouped =
                statement.text().mentions("distinct") || statement.text().mentions("group");
        for (String function : functions) {
            if (Functions.isOfClock(function)) {
                clocks++;
            } else if (Functions.isMergeableAggregate(function)) {
                grouped |= isOfValues(function);
            } else if (function.equals("unix_timestamp") && dialect.clock().canBeSet()) {
                timed = true;
            } else if (!function.equals("default") && !Functions.isDeterministic(function)) {
                throw refusal("with the function " + function);
            }
        }
        if (grouped) {
            checkGrouped();
        }
        checkBesideAggregate();
        if (clocks > 0) {
            freeze(clocks);
        }
    }

    /**
     * Refuses a write that reads sharded tables if its result could depend on the order of their rows, which is another
     * on each data source, or on a database's own clock, counter or default.
     */
    public void checkReading(ParsedStatement.Write write) throws SQLException {
        RowClauses rows = new RowClauses(write.text());
        if (write.limited() || rows.hasNestedLimit() || rows.hasWindow() || rows.isGrouped()) {
            throw refusal("from sharded tables with LIMIT, GROUP BY or a window");
        }
        for (String function : write.functions()) {
            if (!Functions.isDeterministic(function) && !Functions.isMergeableAggregate(function)) {
                throw refusal("from sharded tables with the function " + function);
            }
        }
        if (write.functions().stream().anyMatch(BroadcastWritePlanner::isOfValues)) {
            checkGrouped();
        }
        checkBesideAggregate();
        for (Column column : tables.columns(0)) {
            if (column.filling().onUpdate() && !write.assigned().contains(column.name())) {
                throw refusal("whose " + column.name() + " is filled by each database itself");
            }
        }
    }

    private static boolean isOfValues(String function) {
        return Functions.isMergeableAggregate(function) && !function.equals("count");
    }

    /** What a sum of fractions, or the one text that stands for several equal ones, is depends on the order of the rows. */
    private void checkGrouped() throws SQLException {
        for (TableUse use : tables.uses()) {
            for (Column column : tables.columns(use.id())) {
                boolean text = !column.comparable() && !column.textOrder().knowsEquality();
                if ((text || column.floating()) && new ColumnWords(statement.text()).inSubquery(column.name())) {
                    throw refusal("with an aggregate that may depend on the order of " + column.name());
                }
            }
        }
    }

    /** MySQL and MariaDB take the value of any row where a column stands beside an aggregate. */
    private void checkBesideAggregate() throws SQLException {
        if (!dialect.clauses().takesAnyRow()) {
            return;
        }
        for (TableUse use : tables.uses()) {
            for (Column column : tables.columns(use.id())) {
                if (new ColumnWords(statement.text()).besideAggregate(column.name())) {
                    throw refusal("with any row's " + column.name() + " beside an aggregate");
                }
            }
        }
    }

    /** The functions that tell the time tell the same everywhere: by the sessions' clocks, or as literals. */
    private void freeze(int clocks) throws SQLException {
        timed = true;
        if (dialect.clock().canBeSet()) {
            return;
        }
        List<Span> calls = statement.text().clockCalls();
        if (calls.size() != clocks) {
            throw refusal("with a function of time");
        }
        for (Span call : calls) {
            String expression = statement.text().sql().substring(call.start(), call.end());
            edits.add(new TimedText.Edit(call, "", question(expression)));
        }
    }

    private int question(String expression) {
        timed = true;
        int known = questions.indexOf(expression);
        if (known >= 0) {
            return known;
        }
        questions.add(expression);
        return questions.size() - 1;
    }

    private void fill(Column column, int defaults) throws SQLException {
        if (statement instanceof ParsedStatement.Write write) {
            fillUpdate(column, write, defaults);
        } else if (statement instanceof ParsedStatement.Insert insert) {
            fillInsert(column, insert, defaults);
        }
    }

    private void fillUpdate(Column column, ParsedStatement.Write write, int defaults) throws SQLException {
        boolean assigned = write.assigned().contains(column.name());
        Filling.Kind filled = column.filling().kind();
        boolean byClock = assigned
                ? defaults > 0 && filled == Filling.Kind.CLOCK
                : column.filling().onUpdate();
        if ((assigned && defaults > 0 && filled != Filling.Kind.CONSTANT && filled != Filling.Kind.CLOCK)
                || (byClock && !dialect.clock().canBeSet())) {
            throw refusal("whose " + column.name() + " is filled by each database itself");
        }
        timed |= byClock;
    }

    private void fillInsert(Column column, ParsedStatement.Insert insert, int defaults) throws SQLException {
        int ofRows = insert.rows().stream()
                .mapToInt(row -> row.defaults().cardinality())
                .sum();
        ParsedStatement.Upsert upsert = insert.upsert();
        List<String> updated = upsert == null ? List.of() : upsert.assigned();
        if (defaults > ofRows) {
            throw refusal("with DEFAULT in an assignment");
        }
        if (!updated.isEmpty() && column.filling().onUpdate() && !updated.contains(column.name())) {
            if (!dialect.clock().canBeSet()) {
                throw refusal("whose " + column.name() + " may be filled by each database itself");
            }
            timed = true;
        }
        List<String> columns = insert.columns() != null ? insert.columns() : tables.columnNames(0);
        int at = columns.indexOf(column.name());
        switch (column.filling().kind()) {
            case CONSTANT -> {}
            case CLOCK -> tellTime(column, insert, at);
            case COUNTER, OTHER -> {
                for (ParsedStatement.Row row : insert.rows()) {
                    demand(
                            column,
                            at < 0 || at >= row.values().size()
                                    ? null
                                    : row.values().get(at));
                }
            }
        }
    }

    /** A column that each database would fill by itself has to be given, with a value that it takes as it is. */
    private void demand(Column column, @Nullable Value value) throws SQLException {
        if (value == null) {
            throw refusal("whose " + column.name() + " is filled by each database itself");
        }
        EverySourcePlan.Given one =
                new EverySourcePlan.Given(name, column.name(), column.filling().kind() == Filling.Kind.COUNTER, value);
        if (value instanceof Value.Literal literal) {
            one.check(literal.value());
        } else {
            given.add(one);
        }
    }

    /** Gives the rows that leave a column of time to the database one time. */
    private void tellTime(Column column, ParsedStatement.Insert insert, int at) {
        if (dialect.clock().canBeSet()) {
            // Some columns take NULL for the time as well.
            timed |= at < 0 || insert.rows().stream().anyMatch(row -> !isLiteral(row, at));
            return;
        }
        String expression = column.filling().expression();
        if (at < 0 && !insert.set()) {
            int end = insert.columnListEnd();
            edits.add(new TimedText.Edit(new Span(end, end), ", " + dialect.quoted(column.reportedName()), -1));
        }
        for (ParsedStatement.Row row : insert.rows()) {
            if (at >= 0 && at < row.places().size() && row.defaults().get(at)) {
                edits.add(new TimedText.Edit(row.places().get(at), "", question(expression)));
            } else if (at < 0) {
                int end = row.span().end() - (insert.set() ? 0 : 1);
                String before = insert.set() ? ", " + dialect.quoted(column.reportedName()) + " = " : ", ";
                edits.add(new TimedText.Edit(new Span(end, end), before, question(expression)));
            }
        }
    }

    private static boolean isLiteral(ParsedStatement.Row row, int at) {
        return at < row.values().size()
                && row.values().get(at) instanceof Value.Literal literal
                && literal.value() != null;
    }

    private SQLException refusal(String detail) {
        return ShardingExceptions.of(ErrorCode.BROADCAST_WRITE, name + " " + detail);
    }
}
