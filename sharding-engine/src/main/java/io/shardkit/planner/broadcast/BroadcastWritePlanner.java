package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.error.ErrorCode;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.GeneratedRowKeys;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.TimedText;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.write.RowOrderRules;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TableUse;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.ColumnWords;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.RowClauses;
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
    private final OneTime time;
    private final RowOrderRules order;
    private final List<Given> given = new ArrayList<>();

    public BroadcastWritePlanner(ParsedStatement statement, StatementKind kind, Tables tables, Dialect dialect) {
        this.statement = statement;
        this.kind = kind;
        this.tables = tables;
        this.dialect = dialect;
        this.name = tables.uses().get(0).name();
        this.time = new OneTime(statement, dialect);
        this.order = new RowOrderRules(statement, tables, dialect);
    }

    /**
     * The conditions that make the copies of a write equal.
     *
     * @param given values that each database has to store unchanged
     * @param text the statement with places for the time
     * @param questions the expressions of time in that SQL, or null if the time does not matter
     */
    record Copies(List<Given> given, TimedText text, @Nullable List<String> questions) {}

    /** The plan, or why copies could differ. */
    public Attempt<StatementPlan> plan(List<String> functions, boolean limited, int dataSources) throws SQLException {
        if (statement instanceof ParsedStatement.Write write && !OneMatch.isKnown(write, tables)) {
            return Attempt.refused(ofAnyMatch());
        }
        return copies(functions, limited, null)
                .map(copies -> BroadcastPlan.of(
                        kind,
                        statement.text().parameterCount(),
                        dataSources,
                        copies.given(),
                        copies.text(),
                        copies.questions()));
    }

    /** Returns the conditions that make the copies of an INSERT equal whose rows get these keys. */
    Attempt<Copies> copies(List<String> functions, GeneratedRowKeys keys) {
        return copies(functions, false, keys);
    }

    private Attempt<Copies> copies(List<String> functions, boolean limited, @Nullable GeneratedRowKeys keys) {
        String differing = differing(functions, limited);
        if (differing != null) {
            return Attempt.refused(refusal(differing));
        }
        Refusal timed = TimeWords.check(statement, tables, dialect, given);
        if (timed != null) {
            return Attempt.refused(timed);
        }
        if (kind != StatementKind.DELETE) {
            for (Column column : tables.columns(0)) {
                if (keys != null && column.name().equals(keys.column())) {
                    takeOwn(column, keys);
                    continue;
                }
                Refusal unfilled = fill(column, Collections.frequency(functions, "default"));
                if (unfilled != null) {
                    return Attempt.refused(unfilled);
                }
            }
        }
        return Attempt.done(new Copies(given, time.text(), time.questions()));
    }

    /** The keys that rows bring: NULL stands for a generated one, and 0 has some databases count. */
    private void takeOwn(Column column, GeneratedRowKeys keys) {
        for (Value value : keys.given()) {
            if (value != null && column.filling().kind() == Filling.Kind.COUNTER) {
                given.add(new Given.Filled(name, column.name(), true, true, value));
            }
        }
    }

    /** Returns the part of the statement that each data source could answer differently, or null. */
    private @Nullable String differing(List<String> functions, boolean limited) {
        for (TableUse use : tables.uses()) {
            if (!tables.isBroadcast(use.id())) {
                return "from " + use.name();
            }
        }
        if (limited || new RowClauses(statement.text()).hasNestedLimit()) {
            return "with ORDER BY or LIMIT";
        }
        String own = new ColumnWords(statement.text()).ofTheTableItself(statement.unknownColumns(), 0);
        return own != null ? "with " + own : differing(functions);
    }

    private @Nullable String differing(List<String> functions) {
        int clocks = 0;
        boolean grouped =
                statement.text().mentions("distinct") || statement.text().mentions("group");
        for (String function : functions) {
            if (Functions.isOfClock(function)) {
                clocks++;
            } else if (Functions.isMergeableAggregate(function)) {
                grouped |= RowOrderRules.isOfValues(function);
            } else if (function.equals("unix_timestamp") && time.byClocks()) {
                time.need();
            } else if (!function.equals("default") && !Functions.isDeterministic(function)) {
                return "with the function " + function;
            }
        }
        String ordered = order.dependent(grouped);
        if (ordered != null) {
            return ordered;
        }
        return clocks == 0 || time.ofFunctions(clocks) ? null : "with a function of time";
    }

    /**
     * Returns the reason that a write that reads sharded or single tables is refused, or null if it is not: its result
     * could depend on the order of their rows, which differs between data sources, or on a database's own clock, counter
     * or default.
     */
    public @Nullable Refusal refusalOfReading(ParsedStatement.Write write) throws SQLException {
        if (!OneMatch.isKnown(write, tables)) {
            return ofAnyMatch();
        }
        RowClauses rows = new RowClauses(write.text());
        if (write.limited() || rows.hasNestedLimit() || rows.hasWindow() || rows.isGrouped()) {
            return refusal("from sharded tables with LIMIT, GROUP BY or a window");
        }
        for (String function : write.functions()) {
            if (!Functions.isDeterministic(function) && !Functions.isMergeableAggregate(function)) {
                return refusal("from sharded tables with the function " + function);
            }
        }
        String ordered = order.dependent(write.functions().stream().anyMatch(RowOrderRules::isOfValues));
        if (ordered != null) {
            return refusal(ordered);
        }
        for (Column column : tables.columns(0)) {
            if (column.filling().onUpdate() && !write.assigned().contains(column.name())) {
                return unfilled(column);
            }
        }
        return null;
    }

    private Refusal ofAnyMatch() {
        return refusal("from one of several rows that a join may find");
    }

    /** Sees to it that a column gets the same on each data source; says why it cannot, or null if it does. */
    private @Nullable Refusal fill(Column column, int defaults) {
        if (statement instanceof ParsedStatement.Write write) {
            return fillUpdate(column, write, defaults);
        }
        return statement instanceof ParsedStatement.Insert insert ? fillInsert(column, insert, defaults) : null;
    }

    private @Nullable Refusal fillUpdate(Column column, ParsedStatement.Write write, int defaults) {
        boolean assigned = write.assigned().contains(column.name());
        Filling.Kind filled = column.filling().kind();
        boolean byClock = assigned
                ? defaults > 0 && filled == Filling.Kind.CLOCK
                : column.filling().onUpdate();
        if ((assigned && defaults > 0 && filled != Filling.Kind.CONSTANT && filled != Filling.Kind.CLOCK)
                || (byClock && !time.byClocks())) {
            return unfilled(column);
        }
        if (byClock) {
            time.need();
        }
        return null;
    }

    private @Nullable Refusal fillInsert(Column column, ParsedStatement.Insert insert, int defaults) {
        int ofRows = insert.rows().stream()
                .mapToInt(row -> row.defaults().cardinality())
                .sum();
        ParsedStatement.Upsert upsert = insert.upsert();
        List<String> updated = upsert == null ? List.of() : upsert.assigned();
        if (defaults > ofRows) {
            return refusal("with DEFAULT in an assignment");
        }
        if (!updated.isEmpty() && column.filling().onUpdate() && !updated.contains(column.name())) {
            if (!time.byClocks()) {
                return refusal("whose " + column.name() + " may be filled by each database itself");
            }
            time.need();
        }
        List<String> columns = tables.insertedColumns(0, insert.columns());
        int at = columns.indexOf(column.name());
        return switch (column.filling().kind()) {
            case CONSTANT -> null;
            case CLOCK -> {
                if (at < 0 && insert.columns() == null && !time.byClocks()) {
                    yield unfilled(column);
                }
                time.ofColumn(column, insert, at);
                yield null;
            }
            case COUNTER, OTHER -> demand(column, insert.rows(), at);
        };
    }

    /** A column that each database would fill by itself has to be given, with values that it takes as they are. */
    private @Nullable Refusal demand(Column column, List<ParsedStatement.Row> rows, int at) {
        for (ParsedStatement.Row row : rows) {
            Value value =
                    at < 0 || at >= row.values().size() ? null : row.values().get(at);
            if (value == null) {
                return unfilled(column);
            }
            Given.Filled one = Given.Filled.of(name, column, value);
            if (value instanceof Value.Literal literal) {
                Refusal refusal = one.refusal(literal.value());
                if (refusal != null) {
                    return refusal;
                }
            } else {
                given.add(one);
            }
        }
        return null;
    }

    private Refusal unfilled(Column column) {
        return refusal("whose " + column.name() + " is filled by each database itself");
    }

    private Refusal refusal(String detail) {
        return new Refusal(ErrorCode.BROADCAST_WRITE, name + " " + detail);
    }
}
