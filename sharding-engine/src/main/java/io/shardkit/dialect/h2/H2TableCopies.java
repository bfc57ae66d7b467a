package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.TableCopies;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a table by running H2's script of the model with other names. Only an administrator may have a script. */
final class H2TableCopies implements TableCopies {
    private static final String SCHEMA = "(?:\"[^\"]+\"\\.)?";
    private static final Pattern TABLE =
            Pattern.compile("CREATE (.*?TABLE) " + SCHEMA + "\"[^\"]+\"(.*)", Pattern.DOTALL);
    private static final Pattern CONSTRAINT = Pattern.compile(
            "ALTER TABLE " + SCHEMA + "\"[^\"]+\" ADD CONSTRAINT " + SCHEMA + "\"([^\"]+)\" (.*)", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile(
            "CREATE (.*?INDEX) " + SCHEMA + "\"([^\"]+)\" ON " + SCHEMA + "\"[^\"]+\"(.*)", Pattern.DOTALL);
    private static final Pattern REFERENCES = Pattern.compile(" REFERENCES (" + SCHEMA + ")\"([^\"]+)\"\\(");
    private static final Pattern NEXT_KEY = Pattern.compile("(IDENTITY\\([^)]*?) RESTART WITH \\d+");

    @Override
    public void create(Connection connection, Copy copy) throws SQLException {
        String unfinished = copy.unfinished();
        List<List<String>> script =
                copy.ask(connection, "SCRIPT NODATA NOPASSWORDS NOSETTINGS TABLE " + quoted(copy.model()));
        try {
            for (List<String> row : script) {
                String own = own(row.get(0), unfinished, copy);
                if (own != null) {
                    copy.run(connection, own);
                }
            }
            copy.run(connection, "ALTER TABLE " + quoted(unfinished) + " RENAME TO " + quoted(copy.table()));
        } catch (SQLException failure) {
            copy.run(connection, "DROP TABLE IF EXISTS " + quoted(unfinished));
            throw failure;
        }
    }

    /** A line of the script for the new table; null if it is about something else. */
    private static @Nullable String own(String line, String unfinished, Copy copy) {
        String sql = line.strip();
        Matcher index = INDEX.matcher(sql);
        if (index.matches()) {
            String name = copy.named(index.group(2));
            return "CREATE " + index.group(1) + " " + (name == null ? "" : quoted(name) + " ") + "ON "
                    + quoted(unfinished) + index.group(3);
        }
        Matcher table = TABLE.matcher(sql);
        if (table.matches()) {
            String columns = NEXT_KEY.matcher(table.group(2)).replaceAll("$1");
            return "CREATE " + table.group(1) + " " + quoted(unfinished) + columns;
        }
        Matcher constraint = CONSTRAINT.matcher(sql);
        if (!constraint.matches()) {
            return null;
        }
        String name = copy.named(constraint.group(1));
        String definition = REFERENCES
                .matcher(constraint.group(2))
                .replaceFirst(found -> Matcher.quoteReplacement(
                        " REFERENCES " + found.group(1) + quoted(copy.referred(found.group(2), unfinished)) + "("));
        return "ALTER TABLE " + quoted(unfinished) + " ADD " + (name == null ? "" : "CONSTRAINT " + quoted(name) + " ")
                + definition;
    }

    private static String quoted(String name) {
        return "\"" + name + "\"";
    }

    @Override
    public String notCopiedQuery() {
        return "SELECT 'the trigger', TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS"
                + " WHERE EVENT_OBJECT_SCHEMA = CURRENT_SCHEMA AND EVENT_OBJECT_TABLE = ?";
    }
}
