package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.TableCopies;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** LIKE copies all but the foreign keys. */
final class MysqlTableCopies implements TableCopies {
    private static final String FOREIGN_KEYS = "SELECT k.constraint_name, k.column_name, k.referenced_table_schema,"
            + " k.referenced_table_name, k.referenced_column_name, r.update_rule, r.delete_rule,"
            + " k.referenced_table_schema = DATABASE()"
            + " FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r"
            + " ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name"
            + " AND r.table_name = k.table_name"
            + " WHERE k.table_schema = DATABASE() AND k.table_name = ? AND k.referenced_table_name IS NOT NULL"
            + " ORDER BY k.constraint_name, k.ordinal_position";

    @Override
    public void create(Connection connection, Copy copy) throws SQLException {
        Map<String, List<List<String>>> keys = new LinkedHashMap<>();
        for (List<String> row : copy.ask(connection, FOREIGN_KEYS)) {
            keys.computeIfAbsent(row.get(0), name -> new ArrayList<>()).add(row);
        }
        if (keys.isEmpty()) {
            copy.run(
                    connection, "CREATE TABLE IF NOT EXISTS " + quoted(copy.table()) + " LIKE " + quoted(copy.model()));
            return;
        }
        String unfinished = copy.unfinished();
        copy.run(connection, "CREATE TABLE " + quoted(unfinished) + " LIKE " + quoted(copy.model()));
        try {
            List<String> added = new ArrayList<>();
            keys.forEach((name, columns) -> added.add(foreignKey(name, columns, copy, unfinished)));
            copy.run(connection, "ALTER TABLE " + quoted(unfinished) + " " + String.join(", ", added));
            copy.run(connection, "RENAME TABLE " + quoted(unfinished) + " TO " + quoted(copy.table()));
        } catch (SQLException failure) {
            copy.run(connection, "DROP TABLE IF EXISTS " + quoted(unfinished));
            throw failure;
        }
    }

    private static String foreignKey(String name, List<List<String>> columns, Copy copy, String unfinished) {
        List<String> first = columns.get(0);
        boolean same = first.get(7).equals("1");
        String own = copy.named(name);
        String table = same ? copy.referred(first.get(3), unfinished) : first.get(3);
        return "ADD " + (own == null ? "" : "CONSTRAINT " + quoted(own) + " ") + "FOREIGN KEY ("
                + String.join(
                        ", ", columns.stream().map(row -> quoted(row.get(1))).toList())
                + ") REFERENCES " + (same ? "" : quoted(first.get(2)) + ".") + quoted(table) + " ("
                + String.join(
                        ", ", columns.stream().map(row -> quoted(row.get(4))).toList())
                + ") ON DELETE " + first.get(6) + " ON UPDATE " + first.get(5);
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    @Override
    public String notCopiedQuery() {
        return "SELECT 'the trigger', trigger_name FROM information_schema.triggers"
                + " WHERE event_object_schema = DATABASE() AND event_object_table = ?";
    }
}
