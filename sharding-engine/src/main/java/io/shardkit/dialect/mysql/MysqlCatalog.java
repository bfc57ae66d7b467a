package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.CatalogRules;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What MySQL's catalog holds, and what its types are. */
final class MysqlCatalog implements CatalogRules {
    @Override
    public @Nullable String currentSchema(Connection connection) throws SQLException {
        return connection.getCatalog();
    }

    @Override
    public String exactNumberType() {
        return "decimal";
    }

    @Override
    public boolean keepsTexts(String type) {
        return switch (type) {
            case "varchar", "character varying", "char" -> true;
            default -> false;
        };
    }
}
