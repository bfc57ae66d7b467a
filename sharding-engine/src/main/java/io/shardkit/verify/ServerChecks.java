package io.shardkit.verify;

import io.shardkit.catalog.ConnectionSource;
import io.shardkit.dialect.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks that the databases themselves are alike: the answer of a query should not depend on the shard that gives it. */
final class ServerChecks {
    private final List<String> names;
    private final ConnectionSource sources;
    private final Dialect dialect;

    ServerChecks(List<String> names, ConnectionSource sources, Dialect dialect) {
        this.names = names;
        this.sources = sources;
        this.dialect = dialect;
    }

    void check(List<Finding> findings) throws SQLException {
        List<Map<String, String>> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            all.add(Objects.requireNonNull(sources.ask(i, sources.limit(), connection -> {
                Map<String, String> settings = settings(connection);
                checkStrict(name, connection, findings);
                return settings;
            })));
        }
        for (int i = 1; i < names.size(); i++) {
            for (Map.Entry<String, String> setting : all.get(i).entrySet()) {
                String expected = all.get(0).get(setting.getKey());
                if (!Objects.equals(expected, setting.getValue())) {
                    findings.add(Finding.warning(
                            names.get(i),
                            "",
                            "its " + setting.getKey() + " is " + setting.getValue() + ", and that of " + names.get(0)
                                    + " is " + expected,
                            "Set the same on all data sources"));
                }
            }
        }
    }

    private Map<String, String> settings(Connection connection) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(dialect.catalog().settingsQuery())) {
            while (rows.next()) {
                settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
            }
        }
        settings.put("transaction isolation", isolation(connection.getTransactionIsolation()));
        return settings;
    }

    private static String isolation(int level) {
        return switch (level) {
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "READ UNCOMMITTED";
            case Connection.TRANSACTION_READ_COMMITTED -> "READ COMMITTED";
            case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
            case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
            default -> String.valueOf(level);
        };
    }

    private void checkStrict(String name, Connection connection, List<Finding> findings) throws SQLException {
        String query = dialect.sqlModes().query();
        if (query == null) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (rows.next() && dialect.sqlModes().storesOtherValues(rows.getString(1))) {
                findings.add(Finding.warning(
                        name,
                        "",
                        "its sql_mode is not strict, so that it stores the nearest value where one does not fit",
                        "Add STRICT_TRANS_TABLES to the sql_mode"));
            }
        }
    }
}
