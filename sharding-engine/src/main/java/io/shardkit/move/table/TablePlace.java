package io.shardkit.move.table;

import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A schema of a database. Immutable.
 *
 * @param dataSource the name of the data source, for messages
 * @param pool gives connections
 * @param schema a name in any case, or null for the schema of the connections
 */
public record TablePlace(String dataSource, DataSource pool, @Nullable String schema) {

    /** A place without a name. */
    public TablePlace(DataSource pool, @Nullable String schema) {
        this("", pool, schema);
    }

    /** Pools are the same if they are one object: not every wrapper of one can be asked when its database is gone. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TablePlace place
                && place.pool == pool
                && place.dataSource.equals(dataSource)
                && Objects.equals(place.schema, schema);
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(pool), dataSource, schema);
    }

    /** Returns the name of a table as it is declared: with the schema before it, unless that is the connection's. */
    String declared(String table) {
        return schema == null ? table : schema + "." + table;
    }

    /** Returns the quoted name of a table. */
    String quoted(Dialect dialect, String table) {
        return schema == null ? dialect.quoted(table) : dialect.quoted(schema) + "." + dialect.quoted(table);
    }

    /** Returns the name of a table with that of its data source, as rules name it. */
    String named(String table) {
        return dataSource.isEmpty() ? declared(table) : dataSource + "." + declared(table);
    }

    /** Returns the names of the tables that there are, by the same in lower case. */
    Map<String, String> names(Dialect dialect, MoveStatements connection) throws SQLException {
        return connection.with(own -> ReportedTables.names(own, dialect, schema));
    }
}
