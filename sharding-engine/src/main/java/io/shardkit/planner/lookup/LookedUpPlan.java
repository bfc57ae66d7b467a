package io.shardkit.planner.lookup;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ForwardingPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.lookup.LookedUpStatement;
import io.shardkit.plan.lookup.LookupQuestion;
import io.shardkit.route.Routing;
import io.shardkit.route.ShardCondition;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement that gives columns with lookup tables values: where that and nothing else tells the unit of its rows, the
 * lookup tables are asked before it is bound. Immutable.
 *
 * @param plan of the statement
 * @param routings how the units of the tables that have such columns are found
 * @param lookups the conditions on these columns
 */
record LookedUpPlan(StatementPlan plan, List<Routing> routings, List<AskedLookup> lookups) implements ForwardingPlan {
    @Override
    public BoundPlan bind(Parameters parameters, int preferredDataSource, Learned learned) throws SQLException {
        // A hint names the units on purpose.
        List<AskedLookup> asked = LookupHints.decide() || !isOverUnits(parameters) ? List.of() : lookups;
        List<LookupQuestion> questions = new ArrayList<>();
        List<AskedLookup> answered = new ArrayList<>();
        for (AskedLookup lookup : asked) {
            LookupQuestion question = lookup.bind(parameters, learned);
            if (question != null) {
                questions.add(question);
                answered.add(lookup);
            }
        }
        return questions.isEmpty()
                ? plan.bind(parameters, preferredDataSource, learned)
                : new LookedUpStatement(questions, answers -> {
                    Map<ShardCondition.LookedUp, BitSet> units = new HashMap<>();
                    for (int i = 0; i < answered.size(); i++) {
                        units.put(answered.get(i).condition(), answered.get(i).units(answers.get(i)));
                    }
                    return plan.bind(parameters.knowing(units), preferredDataSource, learned);
                });
    }

    private boolean isOverUnits(Parameters parameters) throws SQLException {
        for (Routing routing : routings) {
            if (routing.unit(parameters) == Routing.NOT_ONE
                    && routing.units(parameters).cardinality() > 1) {
                return true;
            }
        }
        return false;
    }
}
