package io.shardkit.lab.load;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Reads the counters in the status of a MariaDB or MySQL server. */
public final class ServerStatus {
    private static final String STATEMENTS =
            """
            SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert', 'Com_insert_select', 'Com_replace',
                'Com_replace_select', 'Com_update', 'Com_update_multi', 'Com_delete', 'Com_delete_multi')
            """;

    private ServerStatus() {}

    /** The statements that read or write rows and that the server got since its start, from whomever. */
    public static long statements(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet counters = statement.executeQuery(STATEMENTS)) {
            long sum = 0;
            while (counters.next()) {
                sum += counters.getLong(2);
            }
            return sum;
        }
    }
}
