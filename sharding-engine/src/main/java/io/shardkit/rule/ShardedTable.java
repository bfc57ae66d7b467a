package io.shardkit.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sharded table of a {@link ShardingRule}, and where its rows are. Immutable and thread-safe. */
public sealed interface ShardedTable permits RoutedTable {

    /** The logical name, in lower case. */
    String name();

    /**
     * The units: the actual tables, each with the data source where it lies. Those that were declared on one data source
     * stand together, in declared order, and then those that only {@link #placedKeys} have; a unit's number is its position
     * here.
     */
    List<DataNode> nodes();

    /**
     * Returns the strategy that chooses the data source, or null if there is only one or the table strategy chooses among
     * all units.
     */
    @Nullable ShardingStrategy databaseStrategy();

    /** Returns the strategy that chooses the actual table, or null if each data source has only one. */
    @Nullable ShardingStrategy tableStrategy();

    /** The keys whose rows lie in units that were chosen for them, in alphabetical order. */
    List<PlacedKey> placedKeys();

    /** The columns of both strategies in lower case, those of the database strategy first, each once. */
    List<String> shardingColumns();

    /** The column that is filled when an INSERT leaves it out, or null. */
    @Nullable KeyGeneration keyGeneration();

    /** Returns the choices for unique keys that the databases do not keep unique across the actual tables. */
    UniqueKeyChoices uniqueKeys();

    /** Returns how an actual table is treated that its database does not have. */
    MissingTable growth();
}
