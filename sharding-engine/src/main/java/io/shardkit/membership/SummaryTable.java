package io.shardkit.membership;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A table in which instances share their counts, beside that of the instances: a row for each, which it replaces.
 * Immutable.
 *
 * @param tables the tables of the rule store
 * @param name the name of the table
 */
record SummaryTable(StoreTables tables, String name) {
    /** Creates the table if it is missing. */
    void create() throws SQLException {
        tables.asked(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("CREATE TABLE IF NOT EXISTS " + name
                        + " (member_id VARCHAR(36) NOT NULL PRIMARY KEY, written_at BIGINT NOT NULL, summary "
                        + tables.dialect().catalog().longText() + " NOT NULL)");
            }
        });
    }

    /** Replaces the row of an instance, and removes those of instances that have gone. */
    void write(String id, String summary) throws SQLException {
        tables.asked(connection -> {
            String now = tables.now();
            try (PreparedStatement update = connection.prepareStatement(
                            "UPDATE " + name + " SET written_at = " + now + ", summary = ? WHERE member_id = ?");
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO " + name + " (member_id, written_at, summary) VALUES (?, " + now + ", ?)");
                    Statement remove = connection.createStatement()) {
                update.setString(1, summary);
                update.setString(2, id);
                if (update.executeUpdate() == 0) {
                    insert.setString(1, id);
                    insert.setString(2, summary);
                    insert.executeUpdate();
                }
                String members = tables.settings().memberTable();
                return remove.executeUpdate("DELETE FROM " + name + " WHERE member_id NOT IN (SELECT member_id FROM "
                        + members + " WHERE expires_at >= " + now + ") AND member_id <> '" + id + "'");
            }
        });
    }

    /** Returns the summaries of the other instances that live. */
    List<String> others(String id) throws SQLException {
        return tables.asked(connection -> {
            try (PreparedStatement query = connection.prepareStatement("SELECT summary FROM " + name
                    + " WHERE member_id <> ? AND member_id IN (SELECT member_id FROM "
                    + tables.settings().memberTable() + " WHERE expires_at >= " + tables.now() + ")")) {
                query.setString(1, id);
                List<String> summaries = new ArrayList<>();
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        summaries.add(rows.getString(1));
                    }
                }
                return summaries;
            }
        });
    }

    /** Removes the row of an instance that ends. */
    void remove(String id) throws SQLException {
        tables.asked(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM " + name + " WHERE member_id = ?")) {
                delete.setString(1, id);
                return delete.executeUpdate();
            }
        });
    }
}
