package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.CatalogRules;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What PostgreSQL's catalog holds, and what its types are. */
final class PostgresqlCatalog implements CatalogRules {
    @Override
    public @Nullable String currentSchema(Connection connection) throws SQLException {
        return connection.getSchema();
    }

    @Override
    public String exactNumberType() {
        return "numeric";
    }

    @Override
    public boolean keepsTexts(String type) {
        return switch (type) {
            case "varchar", "character varying", "text" -> true;
            default -> false;
        };
    }
}
