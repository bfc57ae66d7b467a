package io.shardkit.execute;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first row of what a database answers to a question that not every one of its kind, or not every user, is answered. */
final class FirstRow {
    private static final Logger LOG = LoggerFactory.getLogger(FirstRow.class);

    private FirstRow() {}

    /** Its first columns; empty if there is no answer, or a NULL in it. */
    static List<String> of(Connection connection, String query, int columns) {
        List<String> answer = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            boolean found = rows.next();
            for (int i = 1; found && i <= columns; i++) {
                String value = rows.getString(i);
                if (value == null) {
                    return List.of();
                }
                answer.add(value);
            }
        } catch (SQLException silent) {
            LOG.debug("A database gives no answer", silent);
        }
        return answer;
    }
}
