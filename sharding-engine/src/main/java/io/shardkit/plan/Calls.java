package io.shardkit.plan;

import io.shardkit.rule.RoutedTable;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The user's statement, as it is sent to the units that it concerns. */
public interface Calls extends BoundPlan, WriteStep {
    @Override
    default List<WriteStep> steps() {
        return List.of(this);
    }

    @Override
    default List<ShardCall> ownCalls() {
        return calls();
    }

    @Override
    default List<Object> rowKeys() {
        return keys();
    }

    @Override
    default List<Integer> dataSources() {
        return calls().stream().map(ShardCall::dataSource).distinct().sorted().toList();
    }

    /** At least one, ordered by data source, then unit. */
    List<ShardCall> calls();

    /** Returns the way in which the update counts become one. */
    Counts counts();

    /** Positions, from 0, of the rows of the user's statement that a call writes and a driver may have keys of. */
    int[] rowsOf(int call);

    /** The choice of the drivers' keys that are those of the user's rows. */
    DriverKeys driverKeys();

    /** The table of the rows if they may move to other units meanwhile, or null. */
    default @Nullable RoutedTable moving() {
        return null;
    }

    @Override
    Calls edited(CallEdit edit) throws SQLException;

    @Override
    default Fanout fanout() {
        return Fanout.of(calls());
    }

    @Override
    default boolean staysOn(int dataSource) {
        return calls().stream().allMatch(call -> call.dataSource() == dataSource);
    }

    /** The key of each row of the user's statement, in its order; empty if none can be generated. */
    default List<Object> keys() {
        return List.of();
    }

    /** Returns true if the framework made one of the keys. */
    default boolean generated() {
        return firstGenerated() != null;
    }

    /** The choice of the drivers' keys that are those of the user's rows. */
    enum DriverKeys {
        /** None that could be told apart. */
        NONE,
        /** Each call reports the same ones. */
        OF_ANY_CALL,
        /** Each call reports those of its rows. */
        OF_EACH_ROW
    }

    /** The way in which the update counts of several calls become one. */
    enum Counts {
        /** Each call wrote other rows. */
        SUM("sum of the counts"),
        /** Each call wrote a copy of the same rows; the counts must be equal. */
        SAME("one count, the same everywhere");

        private final String words;

        Counts(String words) {
            this.words = words;
        }

        /** For explanations. */
        public String words() {
            return words;
        }
    }
}
