package io.shardkit.plan.lookup;

import io.shardkit.observe.Operation;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.Cost;
import io.shardkit.plan.Explanation;
import io.shardkit.plan.Fanout;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is bound when lookup tables have said where its rows are.
 *
 * @param questions at least one
 * @param binding binds it then
 */
public record LookedUpStatement(List<LookupQuestion> questions, Binding binding) implements BoundQuery {
    /** Binds the statement. */
    @FunctionalInterface
    public interface Binding {
        /**
         * @param answers for each question the rows that answered, with a value for each column
         * @throws SQLException a coded refusal
         */
        BoundPlan bind(List<List<@Nullable Object[]>> answers) throws SQLException;
    }

    @Override
    public LookedUpStatement then(Next next) {
        return new LookedUpStatement(questions, answers -> next.of(binding.bind(answers)));
    }

    /** All that lookup tables are asked. */
    public List<ShardCall> looks() {
        return questions.stream().flatMap(question -> question.calls().stream()).toList();
    }

    @Override
    public void describe(Explanation to) {
        to.way("lookup");
        looks().forEach(to::ask);
        to.merge("the units of the rows that the lookup table names run the statement");
    }

    @Override
    public String reason(Function<BoundPlan, String> plan) {
        return "lookup tables tell where the rows are";
    }

    @Override
    public boolean usesLookups() {
        return true;
    }

    /** It is bound anew before it runs; the statement itself counts as one. */
    @Override
    public Fanout fanout() {
        return Fanout.scattered(looks().size() + 1);
    }

    @Override
    public Cost cost(Operation operation) {
        return new Cost(operation, Cost.Strategy.LOOKUP, looks().size() + 1, null);
    }
}
