package io.shardkit.move.table;

import io.shardkit.catalog.ReportedTables;
import io.shardkit.dialect.Dialect;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A schema of a database. Immutable.
 *
 * @param pool gives connections
 * @param schema a name in any case, or null for the schema of the connections
 */
public record TablePlace(DataSource pool, @Nullable String schema) {
    /** Returns the name of a table as it is declared: with the schema before it, unless that is the connection's. */
    String declared(String table) {
        return schema == null ? table : schema + "." + table;
    }

    /** Returns the quoted name of a table. */
    String quoted(Dialect dialect, String table) {
        return schema == null ? dialect.quoted(table) : dialect.quoted(schema) + "." + dialect.quoted(table);
    }

    /** Returns the names of the tables that there are, by the same in lower case. */
    Map<String, String> names(Dialect dialect, MoveStatements connection) throws SQLException {
        return connection.with(own -> ReportedTables.names(own, dialect, schema));
    }
}
