package io.shardkit.route;

import io.shardkit.rule.RoutedTable;
import io.shardkit.sql.statement.Parameters;
import java.sql.SQLException;
import java.util.BitSet;

/**
 * Tells of executions of a statement to which units of sharded tables they go, and for which sharding values. Asked of a
 * sample of the executions only. Immutable.
 */
@FunctionalInterface
public interface Traffic {
    /** No sharded table, or none of which units are known before the statement runs. */
    Traffic NONE = (called, parameters, to) -> {};

    /**
     * Tells of one execution.
     *
     * @param called the units of its calls, of its first table; empty if they are not known
     * @param parameters its parameters
     * @throws SQLException if a value cannot be read
     */
    void tell(BitSet called, Parameters parameters, Receiver to) throws SQLException;

    /** Gets what an execution concerns. */
    interface Receiver {
        /** The execution goes to these units of the table and of those that are bound with it. */
        void units(RoutedTable table, BitSet units);

        /**
         * The execution names a sharding value of the table, and of those that are bound with it.
         *
         * @param columns the sharding column, or several with commas
         * @param value as people read it
         */
        void key(RoutedTable table, String columns, String value);
    }

    /**
     * Tells of the use of a table.
     *
     * @param called the units of the calls; if it is empty, those that the routing names
     * @throws SQLException if a value cannot be read
     */
    static void tell(Routing routing, BitSet called, Parameters parameters, Receiver to) throws SQLException {
        RoutedTable table = routing.table();
        to.units(table, called.isEmpty() ? routing.units(parameters) : called);
        routing.condition().keys(parameters, (columns, value) -> to.key(table, columns, value));
    }
}
