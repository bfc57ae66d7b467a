package io.shardkit.plan.lookup;

import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.ShardCall;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is bound when lookup tables have said where its rows are.
 *
 * @param questions at least one
 * @param binding binds it then
 */
public record LookedUpStatement(List<LookupQuestion> questions, Binding binding) implements BoundPlan.LookedUp {
    /** Binds the statement. */
    @FunctionalInterface
    public interface Binding {
        /**
         * @param answers for each question the rows that answered, with a value for each column
         * @throws SQLException a coded refusal
         */
        BoundPlan bind(List<List<@Nullable Object[]>> answers) throws SQLException;
    }

    /** What is made of what is bound. */
    @FunctionalInterface
    public interface Next {
        /** @throws SQLException a coded refusal */
        BoundPlan of(BoundPlan bound) throws SQLException;
    }

    /** The same, of which something else is made when it is bound. */
    public LookedUpStatement then(Next next) {
        return new LookedUpStatement(questions, answers -> next.of(binding.bind(answers)));
    }

    @Override
    public List<ShardCall> looks() {
        return questions.stream().flatMap(question -> question.calls().stream()).toList();
    }
}
