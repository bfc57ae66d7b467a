package io.shardkit.catalog;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.Filling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Columns as the databases report them. */
public final class ReportedColumns {
    private ReportedColumns() {}

    /** The visible columns of a temporary table, which only the connection that made it sees. */
    public static List<Column> ofTemporary(Connection connection, Dialect dialect, String table) throws SQLException {
        if (dialect.temporaryTables().showColumns()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery(dialect.temporaryTables().columnsQuery(table))) {
                List<Column> columns = new ArrayList<>();
                while (rows.next()) {
                    // An invisible one is a key that the server or the maker of the table added.
                    if (!Filling.isInvisible(rows.getString("Extra"))) {
                        columns.add(shown(rows, dialect));
                    }
                }
                return columns;
            }
        }
        try (PreparedStatement statement =
                connection.prepareStatement(dialect.temporaryTables().columnsQuery(table))) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                List<Column> columns = new ArrayList<>();
                while (rows.next()) {
                    columns.add(column(rows, dialect));
                }
                return columns;
            }
        }
    }

    /** The column of a row of {@link Dialect#columnsQuery()}. */
    static Column column(ResultSet row, Dialect dialect) throws SQLException {
        Filling filling = dialect.filling(row.getString(5), row.getString(6));
        return column(
                dialect,
                row.getString(1),
                row.getString(2),
                row.getString(7),
                row.getString(3),
                row.getString(4),
                filling,
                Filling.isInvisible(row.getString(6)));
    }

    private static Column shown(ResultSet row, Dialect dialect) throws SQLException {
        String type = row.getString(2);
        String collation = row.getString(3);
        String definition = collation == null ? type : type + " COLLATE " + collation;
        String name = type.split("[ (]", 2)[0];
        return column(
                dialect, row.getString(1), name, definition, row.getString(4), collation, Filling.CONSTANT, false);
    }

    private static Column column(
            Dialect dialect,
            String name,
            String type,
            String definition,
            String nullable,
            @Nullable String collation,
            Filling filling,
            boolean invisible) {
        ColumnFacts facts = dialect.column(type, collation, definition);
        return new Column(
                name.toLowerCase(Locale.ROOT),
                name,
                type,
                definition,
                ReportedKeys.of(facts, definition),
                facts.textOrder(),
                !"NO".equalsIgnoreCase(nullable),
                filling.kind() != Filling.Kind.CONSTANT,
                facts.comparable(),
                facts.carrier(),
                filling,
                invisible);
    }
}
