package io.shardkit.dialect.facts;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What a database's catalog holds, and what its types are. Immutable. */
public interface CatalogRules {
    /** The name, as JDBC tells it, of what a name of a table without a schema is looked for in. */
    @Nullable String currentSchema(Connection connection) throws SQLException;

    /** The type of an exact sum of any precision. */
    String exactNumberType();

    /** Whether texts in a column of this type, in lower case, are stored as they are if they do not end with a blank. */
    boolean keepsTexts(String type);
}
