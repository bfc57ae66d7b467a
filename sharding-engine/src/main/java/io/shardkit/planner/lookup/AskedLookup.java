package io.shardkit.planner.lookup;

import io.shardkit.catalog.Column;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.LookupQuestion;
import io.shardkit.plan.lookup.LookupRow;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.statement.Value;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition whose units a lookup table tells. Immutable.
 *
 * @param condition what the statement demands
 * @param column that is looked up, or null if it is not known
 * @param question asks the lookup table for the sharding columns of rows with the values
 * @param routing the unit of a row by its sharding columns, which are its parameters
 */
record AskedLookup(
        ShardCondition.LookedUp condition, @Nullable Column column, StatementPlan question, Routing routing) {
    /** Returns the question of one execution, or null if the execution asks no plain question. */
    @Nullable LookupQuestion bind(Parameters user, Learned learned) throws SQLException {
        Parameters own = LookupRow.parameters(List.of(new LookupRow(sent(user))), user);
        List<ShardCall> calls =
                question.bind(own, -1, new Learned()).narrowed(own).ownCalls();
        int columns = routing.table().shardingColumns().size();
        return calls.isEmpty() ? null : new LookupQuestion(calls, own, columns, learned.parallelismOfQuestions());
    }

    /** The values as they are sent; a literal may be a parameter here, as in the plan of a shape. */
    private List<Value> sent(Parameters user) throws SQLException {
        List<Value> sent = new ArrayList<>();
        for (Value value : condition.values()) {
            sent.add(column == null ? value : LookupValues.of(value, column, user));
        }
        return sent;
    }

    /** The units of rows. */
    BitSet units(List<@Nullable Object[]> rows) throws SQLException {
        BitSet units = new BitSet(routing.table().unitCount());
        for (@Nullable Object[] row : rows) {
            Parameters keys = new Parameters(row.length);
            for (int i = 0; i < row.length; i++) {
                keys.setObject(i, row[i]);
            }
            int unit = routing.unit(keys);
            if (unit == Routing.NOT_ONE) {
                units.or(routing.units(keys));
            } else {
                units.set(unit);
            }
        }
        return units;
    }
}
