package io.shardkit.dialect.facts;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes an empty table that is like another one of the database. Immutable. */
public interface TableCopies {

    /**
     * A table to be made, in the schema of the connection.
     *
     * @param table its name, with the letters that the database keeps
     * @param model the name of the table that it is like, as the database has it
     * @param references from a table that the model refers to, to the one that the new table refers to instead
     * @param seconds how long each statement may take
     */
    record Copy(String table, String model, UnaryOperator<String> references, int seconds) {

        /** The name of an index or a constraint with the new table in the place of the model, or null if the model is not in it. */
        public @Nullable String named(String name) {
            Matcher found = Pattern.compile(Pattern.quote(model), Pattern.CASE_INSENSITIVE)
                    .matcher(name);
            return found.find() ? found.replaceFirst(Matcher.quoteReplacement(table)) : null;
        }

        /** A name that no table has, for one that is not ready. */
        public String unfinished() {
            String name =
                    "sk_new_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16);
            return table.equals(table.toUpperCase(Locale.ROOT)) ? name.toUpperCase(Locale.ROOT) : name;
        }

        /**
         * Returns the table that the new table refers to in place of a table of the model, while the new table still has
         * another name.
         */
        public String referred(String name, String unfinished) {
            String other = references.apply(name);
            return other.equals(table) ? unfinished : other;
        }

        /** Runs one statement. */
        public void run(Connection connection, String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(seconds);
                statement.execute(sql);
            }
        }

        /** The rows of a query, whose parameters are the model's name each. */
        public List<List<String>> ask(Connection connection, String sql) throws SQLException {
            List<List<String>> rows = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setQueryTimeout(seconds);
                for (int i = 1; i <= sql.chars().filter(c -> c == '?').count(); i++) {
                    statement.setString(i, model);
                }
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        List<String> row = new ArrayList<>();
                        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                            row.add(String.valueOf(found.getString(i)));
                        }
                        rows.add(row);
                    }
                }
            }
            return rows;
        }
    }

    /**
     * Makes a table with the columns, keys, indexes, constraints and foreign keys of another one, and without rows. Others
     * see it only when it is complete.
     *
     * @param connection in autocommit and in no transaction
     * @throws SQLException if it could not be made, also because it is there
     */
    void create(Connection connection, Copy copy) throws SQLException;

    /**
     * Asks for what a copy of a table would lack although rows need it, such as triggers: a word for the kind, and the
     * name. The table is each of its parameters.
     */
    String notCopiedQuery();
}
