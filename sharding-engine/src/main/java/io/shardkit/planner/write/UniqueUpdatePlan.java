package io.shardkit.planner.write;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Attempt.Refused;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Calls;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.KeyColumn;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.move.KeyValues;
import io.shardkit.plan.unique.ProbedWrite;
import io.shardkit.plan.unique.UniqueCheck;
import io.shardkit.plan.unique.UniqueClaims;
import io.shardkit.plan.unique.UniquenessProbe;
import io.shardkit.planner.analysis.Tables;
import io.shardkit.planner.analysis.UniqueLookupKey;
import io.shardkit.planner.insert.UniqueKeyRules;
import io.shardkit.sql.statement.ColumnRef;
import io.shardkit.sql.statement.Condition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE that gives columns of unique keys which lack a sharding column new values: before it runs, units are asked
 * for other rows with the same keys. Immutable.
 *
 * @param plan the plan that runs after the check
 * @param check the check of the keys
 * @param values for each key the values of its columns after the UPDATE
 * @param named names the rows that are updated, or null
 */
record UniqueUpdatePlan(
        StatementPlan plan, UniqueCheck check, List<List<Value>> values, @Nullable UniqueLookupKey named)
        implements ForwardingPlan {

    /**
     * The plan, which is the given one if it assigns no such key.
     *
     * @return refused if what a key becomes is known to the database only
     * @throws SQLException if a database cannot be asked
     */
    static Attempt<StatementPlan> of(
            StatementPlan update, ParsedStatement.Write write, Tables tables, UniqueKeyRules rules, Dialect dialect)
            throws SQLException {
        if (!write.update()) {
            return Attempt.done(update);
        }
        int target = write.targets().get(0);
        boolean alone = tables.uses().size() == 1 && write.blocks().size() == 1;
        Attempt<Optional<UniqueCheck>> asked = rules.ofUpdate(tables, write);
        if (asked instanceof Refused<Optional<UniqueCheck>> refused) {
            return Attempt.refused(refused.refusal());
        }
        UniqueCheck check = asked.value().orElse(null);
        if (check == null) {
            return Attempt.done(update);
        }
        List<List<Value>> values = new ArrayList<>();
        for (UniqueCheck.Key key : check.keys()) {
            List<Value> ofKey = new ArrayList<>();
            for (KeyColumn column : key.columns()) {
                Value value = alone ? value(column.column().name(), target, write) : null;
                if (value == null) {
                    return Attempt.refused(
                            ErrorCode.UNIQUE_KEY_OVER_UNITS,
                            "the UPDATE does not say what " + column.column().name() + " of the unique key " + key
                                    + " becomes");
                }
                ofKey.add(value);
            }
            values.add(ofKey);
        }
        // The row would have to be left alone.
        boolean ignores = MovedColumns.ignores(write);
        return Attempt.done(new UniqueUpdatePlan(
                update,
                ignores
                        ? new UniqueCheck(
                                check.table(),
                                check.name(),
                                check.keys(),
                                ErrorCode.UNIQUE_KEY_ELSEWHERE,
                                check.maxUnits())
                        : check,
                values,
                UniqueLookupKey.of(write.blocks().get(0), write.assignments(), tables, dialect)));
    }

    /** Returns the new value of a column: its last assigned value, or else the value that WHERE demands. */
    private static @Nullable Value value(String column, int target, ParsedStatement.Write write) {
        ColumnRef ref = new ColumnRef(target, column);
        Value value = null;
        boolean assigned = false;
        for (ParsedStatement.Assignment assignment : write.assignments()) {
            if (assignment.column().equals(column) && !ref.equals(assignment.source())) {
                value = assignment.value();
                assigned = true;
            }
        }
        for (Condition condition : write.blocks().get(0).where().conjuncts()) {
            if (!assigned
                    && condition instanceof Condition.In in
                    && in.column().equals(ref)
                    && in.values().size() == 1) {
                value = in.values().get(0);
            }
        }
        return value;
    }

    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        BoundPlan bound = plan.bind(parameters, preferredDataSource, learned);
        KeyValues rows = named == null ? null : named.before(parameters);
        UniqueClaims claims = new UniqueClaims(check, learned.parallelismOfQuestions());
        if (rows != null) {
            claims.except(rows.columns(), rows.values());
        }
        ShardCall only = bound.single();
        int unit = only == null ? UniqueClaims.ANY_UNIT : only.unit();
        for (int i = 0; i < values.size(); i++) {
            List<@Nullable Object> given = new ArrayList<>();
            for (Value value : values.get(i)) {
                given.add(value.of(parameters));
            }
            claims.add(i, unit, given);
        }
        UniquenessProbe.All questions = claims.questions();
        if (questions.isEmpty()) {
            return bound;
        }
        boolean oneRow = rows != null && rows.combinations() == 1;
        boolean certain = only != null || (oneRow && (bound instanceof Calls || bound.movesRows()));
        if (!certain) {
            throw ShardingExceptions.of(
                    ErrorCode.UNIQUE_KEY_OVER_UNITS,
                    "the UPDATE may give several rows of " + check.table() + " the same unique key");
        }
        return new ProbedWrite(questions, bound);
    }
}
