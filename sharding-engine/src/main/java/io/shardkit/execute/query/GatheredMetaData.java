package io.shardkit.execute.query;

import io.shardkit.merge.memory.DelegatingMetaData;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Columns of a query over gathered rows: what drivers ask the tables for is kept, as the tables are about to go. */
final class GatheredMetaData extends DelegatingMetaData {
    private final Kept[] kept;

    private record Kept(String label, String name, String table, int nullable) {}

    /** Asks the driver while the tables are still there. */
    GatheredMetaData(ResultSetMetaData columns) throws SQLException {
        super(columns);
        kept = new Kept[columns.getColumnCount()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new Kept(
                    columns.getColumnLabel(i + 1),
                    columns.getColumnName(i + 1),
                    columns.getTableName(i + 1),
                    columns.isNullable(i + 1));
        }
    }

    private boolean isKept(int column) {
        return column > 0 && column <= kept.length;
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return isKept(column) ? kept[column - 1].label() : super.getColumnLabel(column);
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return isKept(column) ? kept[column - 1].name() : super.getColumnName(column);
    }

    @Override
    public String getTableName(int column) throws SQLException {
        return isKept(column) ? kept[column - 1].table() : super.getTableName(column);
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return isKept(column) ? kept[column - 1].nullable() : super.isNullable(column);
    }
}
