package io.shardkit.observe;

import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of the last few intervals by table, unit, sharding value and statement, estimated from samples. Sharding
 * values may be personal data: they belong neither into logs nor into metrics. Immutable.
 *
 * @param enabled whether traffic is counted at all
 * @param instances the number of instances whose counts are in it
 * @param problem the reason that it is of this instance alone; empty if there is none
 * @param sample of how many executions one is counted
 * @param counted the number of counted executions that it rests on, the older ones weighing less
 * @param tables the groups of bound tables with traffic, the one with the most first
 * @param statements the ten statements with the most calls of units, the first one first
 * @param remedies what would even the traffic out, the most useful first; empty if it is even, or too little to tell
 */
@API(status = API.Status.EXPERIMENTAL)
public record HeatState(
        boolean enabled,
        int instances,
        String problem,
        int sample,
        double counted,
        List<Table> tables,
        List<Statement> statements,
        List<Remedy> remedies) {
    /** Nothing is counted. */
    public static final HeatState NONE = new HeatState(false, 0, "", 0, 0, List.of(), List.of(), List.of());

    /**
     * A group of bound tables.
     *
     * @param name of its first table
     * @param bound all of its tables
     * @param perSecond executions of statements on them
     * @param skew the calls of the unit with the most, as a multiple of the mean of all units; 1 if all have the same
     * @param units all units of the first table, by number
     * @param keys the ten sharding values with the most executions, the first one first
     */
    public record Table(
            String name, List<String> bound, double perSecond, double skew, List<Unit> units, List<Key> keys) {
        /** Copies the lists. */
        public Table {
            bound = List.copyOf(bound);
            units = List.copyOf(units);
            keys = List.copyOf(keys);
        }
    }

    /**
     * A unit.
     *
     * @param name data source and actual table of the first table
     * @param perSecond calls
     * @param share its part of all calls on the group, 0 to 1
     */
    public record Unit(String name, double perSecond, double share) {}

    /**
     * A sharding value.
     *
     * @param columns the sharding column, or several with commas
     * @param value as people read it, or a hash
     * @param unit the unit with its rows; empty if that is not known
     * @param perSecond at least so many executions of the sample name it, for all that the sample stands for
     * @param atMost at most so many do
     * @param margin by how much the sample may differ from all executions, to either side, in 95 of 100 cases; 0 if each
     *     execution is counted
     * @param share its part of all executions on the group at least, 0 to 1
     */
    public record Key(
            String columns, String value, String unit, double perSecond, double atMost, double margin, double share) {}

    /**
     * A statement.
     *
     * @param sql without values
     * @param perSecond at least so many executions
     * @param units the mean number of calls of units for one
     * @param share its part of all calls of units, 0 to 1
     */
    public record Statement(String sql, double perSecond, double units, double share) {}

    /** The ways to even traffic out. */
    public enum Kind {
        /** One sharding value has most of a unit's traffic: it gets a unit of its own where there is little else to do. */
        ISOLATE,
        /** A data source has more than its part: units of it go to another one. */
        MOVE,
        /** One unit has more traffic than a data source's part: more units are needed. */
        SPLIT
    }

    /**
     * A proposal that evens traffic out.
     *
     * @param reason in words, without sharding values
     * @param command for a shell, which may name a sharding value; null if there is none
     */
    public record Remedy(Kind kind, String reason, @Nullable String command) {}

    /** Copies the lists. */
    public HeatState {
        tables = List.copyOf(tables);
        statements = List.copyOf(statements);
        remedies = List.copyOf(remedies);
    }
}
