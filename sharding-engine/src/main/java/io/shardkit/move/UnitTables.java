package io.shardkit.move;

import io.shardkit.dialect.Dialect;
import io.shardkit.move.table.Fence;
import io.shardkit.move.table.ForeignKeys;
import io.shardkit.move.table.MoveLimits;
import io.shardkit.move.table.TableCopy;
import io.shardkit.move.table.TableMove;
import io.shardkit.move.table.TablePlace;
import io.shardkit.rule.ActualName;
import io.shardkit.rule.ShardMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tables of a move in the databases, and their names.
 *
 * @param dialect of all databases
 * @param pools gives the pool of a data source
 */
record UnitTables(Dialect dialect, Function<String, DataSource> pools) {

    /** A schema of a data source; null for that of its connections. */
    TablePlace place(String dataSource, @Nullable String schema) {
        return new TablePlace(pools.apply(dataSource), schema);
    }

    /** @throws SQLException that names the data source if it cannot be reached */
    void reach(String dataSource) throws SQLException {
        try {
            pools.apply(dataSource).getConnection().close();
        } catch (SQLException failure) {
            throw new SQLException(
                    "Data source " + dataSource + " cannot be reached: " + failure.getMessage(),
                    failure.getSQLState(),
                    failure.getErrorCode(),
                    failure);
        }
    }

    /** The move of a unit's table that ends with the next switch. */
    TableMove ahead(MoveOperation operation, MovedUnit unit) {
        return move(operation, unit, operation.isBack(), operation.attempt(), operation.parked());
    }

    /** The move of a unit's table that begins with the next switch, and keeps the way back open. */
    TableMove wayBack(MoveOperation operation, MovedUnit unit) {
        return move(operation, unit, !operation.isBack(), operation.parked(), operation.attempt());
    }

    private TableMove move(MoveOperation operation, MovedUnit unit, boolean back, int fenced, int filled) {
        return new TableMove(
                operation.id() + (back ? "b" : "f"),
                dialect,
                place(unit.source(back), unit.schema()),
                place(unit.target(back), unit.schema()),
                unit.sourceName(back),
                MovedUnit.parked(unit.sourceName(back), operation.id(), fenced),
                unit.targetName(back),
                MovedUnit.parked(unit.targetName(back), operation.id(), filled),
                MoveLimits.DEFAULTS);
    }

    /** The foreign keys between the tables, on their way to the next switch. */
    ForeignKeys foreignKeys(MoveOperation operation) {
        return new ForeignKeys(
                operation.units().stream().map(unit -> ahead(operation, unit)).toList());
    }

    /** Groups units by the data source on which they are until the next switch. */
    static Map<String, List<MovedUnit>> bySource(MoveOperation operation) {
        Map<String, List<MovedUnit>> groups = new LinkedHashMap<>();
        operation.units().forEach(unit -> groups.computeIfAbsent(
                        unit.source(operation.isBack()), any -> new ArrayList<>())
                .add(unit));
        return groups;
    }

    /** The fence around units that are on one data source. */
    Fence fence(MoveOperation operation, List<MovedUnit> units) {
        return Fence.of(units.stream().map(unit -> ahead(operation, unit)).toList());
    }

    /**
     * Compares the copies of broadcast tables on the targets that the rule has not used yet: from the switch on they are
     * read there, and nothing has written them until then.
     *
     * @return what is to be put right, in words
     */
    List<String> unlikeCopies(ShardMap rule, MoveOperation operation) throws SQLException {
        List<String> found = new ArrayList<>();
        Set<String> added = operation.units().stream()
                .map(unit -> unit.target(operation.isBack()))
                .filter(name -> !rule.dataSources().contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        String model = rule.dataSources().get(0);
        for (String target : added) {
            for (String table : new TreeSet<>(rule.broadcastTables())) {
                String schema = ActualName.schema(table);
                String difference = TableCopy.difference(
                        dialect, ActualName.withinSchema(table), place(model, schema), place(target, schema));
                if (!difference.isEmpty()) {
                    found.add(target + " comes into the rule, and broadcast table " + table + " " + difference
                            + ": copy it from " + model + ", and do not write it until the move has switched");
                }
            }
        }
        return found;
    }

    /** Makes ready to fence off the tables of the last attempt. */
    void arm(MoveOperation operation) throws SQLException {
        for (List<MovedUnit> units : bySource(operation).values()) {
            fence(operation, units).arm();
        }
    }

    /** Has nothing fence off the tables of the last attempt any more. */
    void disarm(MoveOperation operation) throws SQLException {
        for (List<MovedUnit> units : bySource(operation).values()) {
            fence(operation, units).disarm();
        }
    }

    /** Gives the tables that the last attempt may have taken their names, for good: its worker cannot take them any more. */
    void unpark(MoveOperation operation) throws SQLException {
        for (List<MovedUnit> units : bySource(operation).values()) {
            fence(operation, units).open();
        }
    }

    /** Gives the tables of a decided move the names by which they are used from now on. */
    void publish(MoveOperation operation) throws SQLException {
        for (MovedUnit unit : operation.units()) {
            Fence.publish(ahead(operation, unit));
        }
    }
}
