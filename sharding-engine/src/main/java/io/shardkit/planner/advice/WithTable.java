package io.shardkit.planner.advice;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.ServerSettings;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A catalog with one table more than there is. */
record WithTable(Catalog catalog, Table table) implements Catalog {
    @Override
    public @Nullable Table table(String logicalName) throws SQLException {
        return logicalName.equals(table.name()) ? table : catalog.table(logicalName);
    }

    @Override
    public @Nullable List<UniqueKey> uniqueKeys(String logicalName) throws SQLException {
        return logicalName.equals(table.name()) ? null : catalog.uniqueKeys(logicalName);
    }

    @Override
    public Map<String, Set<String>> definedNames(int dataSource) throws SQLException {
        return catalog.definedNames(dataSource);
    }

    @Override
    public @Nullable String schema() throws SQLException {
        return catalog.schema();
    }

    @Override
    public @Nullable String schema(int dataSource) throws SQLException {
        return catalog.schema(dataSource);
    }

    @Override
    public @Nullable String databaseName() {
        return catalog.databaseName();
    }

    @Override
    public @Nullable ServerSettings settings() {
        return catalog.settings();
    }

    @Override
    public boolean isOfArguments(String function) throws SQLException {
        return catalog.isOfArguments(function);
    }

    @Override
    public List<String> viewColumns(String view) throws SQLException {
        return catalog.viewColumns(view);
    }

    @Override
    public List<String> catalogRows(int dataSource, String query, int columns) throws SQLException {
        return catalog.catalogRows(dataSource, query, columns);
    }
}
