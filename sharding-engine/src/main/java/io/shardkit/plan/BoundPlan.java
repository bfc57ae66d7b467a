package io.shardkit.plan;

import io.shardkit.observe.Operation;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The bound plan of one execution: the calls, and the use of their answers. */
public interface BoundPlan {
    /** Tells step by step what it does. */
    void describe(Explanation to);

    /**
     * Returns the reason why it takes no shorter way; empty if there is none.
     *
     * @param plan {@link StatementPlan#reason} of its plan, to which most kinds leave the answer
     */
    default String reason(Function<BoundPlan, String> plan) {
        return plan.apply(this);
    }

    /** Makes another bound plan of one. */
    @FunctionalInterface
    interface Next {
        /** @throws SQLException a coded refusal */
        BoundPlan of(BoundPlan bound) throws SQLException;
    }

    /** Returns what is made of the bound plan that runs: at once, or when lookup tables have named its units. */
    default BoundPlan then(Next next) throws SQLException {
        return next.of(this);
    }

    /** Returns true if lookup tables are queried or written beside the statement's own calls. */
    default boolean usesLookups() {
        return false;
    }

    /** Returns the fan-out: the number of units that the execution goes to. */
    Fanout fanout();

    /** Returns the cost of the execution, of a statement with that operation. */
    default Cost cost(Operation operation) {
        return Cost.of(operation, fanout());
    }

    /**
     * The steps of a write, in their order.
     *
     * @throws SQLException a coded refusal if it is none
     */
    List<WriteStep> steps() throws SQLException;

    /** The only call, whose answer is the answer; null if there is more to do. */
    default @Nullable ShardCall single() {
        return null;
    }

    /** Returns true if the statement runs like one that concerns a single unit. */
    default boolean isOne() {
        return false;
    }

    /** Returns the explanation that answers {@code EXPLAIN SHARDING}; null of all other statements. */
    default @Nullable Explanation explanation() {
        return null;
    }

    /**
     * The statement's own calls, to all units that may have its rows. Empty of what is more than such calls, as it gathers
     * rows, or ends after some.
     */
    default List<ShardCall> ownCalls() {
        return List.of();
    }

    /** True of an UPDATE that may move its rows from one unit to another. */
    default boolean movesRows() {
        return false;
    }

    /** The key of each row of an INSERT, in its order; empty if none can be generated, null if a database makes the rows. */
    default @Nullable List<Object> rowKeys() {
        return null;
    }

    /** The first of the keys that the framework made, or null if it made none. */
    default @Nullable Object firstGenerated() {
        return null;
    }

    /** The data sources of a write's calls, ascending, as far as calls are what it consists of. */
    default List<Integer> dataSources() {
        return List.of();
    }

    /** The same, of which each unit is asked for its own values of lists only. */
    default BoundPlan narrowed(Parameters parameters) {
        return this;
    }

    /** True of what reads rows of one of these data sources; false of a write, which is refused where that matters. */
    default boolean reads(BitSet dataSources) {
        return false;
    }

    /**
     * The same with its reads on other servers of their data sources. What is more than calls whose answers are merged stays
     * as it is: what gathers rows needs temporary tables.
     */
    default BoundPlan on(ServerChoice servers) throws SQLException {
        return this;
    }

    /** Returns the same bound plan with other SQL, or null if only the plan of the SQL itself has all calls. */
    default @Nullable BoundPlan edited(CallEdit edit) throws SQLException {
        return null;
    }

    /**
     * The same as the move of a row that an upsert meets in another unit, or null if no row moves by calls that are known.
     *
     * @param edit gives the calls the parameters of the upsert
     */
    default @Nullable BoundPlan ofUpsert(UnaryOperator<ShardCall> edit) {
        return null;
    }

    /** False of what meets the copies of broadcast tables, or single tables, of other data sources. */
    default boolean staysOn(int dataSource) {
        return true;
    }
}
