package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.CopiedColumn;
import io.shardkit.dialect.facts.Storage;
import io.shardkit.dialect.facts.TemporaryTables;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How sessions of H2 make temporary tables, ask for their columns and drop them. */
final class H2TemporaryTables implements TemporaryTables {
    private static final String QUOTE = "\"";

    @Override
    public String create(String name, List<CopiedColumn> columns, Storage storage) {
        List<String> parts = new ArrayList<>();
        for (CopiedColumn column : columns) {
            parts.add(
                    QUOTE + column.name() + QUOTE + " " + column.definition() + (column.nullable() ? "" : " NOT NULL"));
        }
        return "CREATE LOCAL TEMPORARY TABLE " + name + " (" + String.join(", ", parts)
                + ") ON COMMIT DROP TRANSACTIONAL";
    }

    @Override
    public String createAs(String name, String query, Storage storage) {
        return "CREATE LOCAL TEMPORARY TABLE " + name + " ON COMMIT DROP TRANSACTIONAL AS " + query;
    }

    /** In the modes of Oracle, DB2 and SQL Server. */
    @Override
    public boolean demandsNames() {
        return true;
    }

    @Override
    public @Nullable String createLike(String name, String table) {
        return null;
    }

    @Override
    public @Nullable String drop(String names) {
        return null;
    }

    @Override
    public String columnsQuery(String name) {
        return H2Catalog.COLUMNS;
    }

    @Override
    public boolean showColumns() {
        return false;
    }

    @Override
    public boolean mayBeJson(String definition) {
        return false;
    }

    @Override
    public boolean canBeLight(List<CopiedColumn> columns) {
        return false;
    }

    @Override
    public boolean isLightFailure(SQLException failure) {
        return false;
    }

    @Override
    public boolean isStrictFailure(SQLException failure) {
        return false;
    }

    @Override
    public boolean tellsOfChange(SQLWarning warning) {
        return false;
    }

    @Override
    public boolean canBeOpenedTwice() {
        return true;
    }
}
