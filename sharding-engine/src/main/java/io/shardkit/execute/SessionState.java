package io.shardkit.execute;

import io.shardkit.dialect.facts.CommandRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What was set on the logical connection, as values plus a bit for each that was set. Replayed on each physical
 * connection that joins. Autocommit is not here: the transaction owns it.
 */
public final class SessionState {
    public static final int READ_ONLY = 1;
    public static final int ISOLATION = 1 << 1;
    public static final int CATALOG = 1 << 2;
    public static final int SCHEMA = 1 << 3;
    public static final int NETWORK_TIMEOUT = 1 << 4;
    public static final int HOLDABILITY = 1 << 5;
    public static final int CLIENT_INFO = 1 << 6;
    public static final int TYPE_MAP = 1 << 7;
    public static final int VARIABLES = 1 << 8;

    /** Timeouts are set on the thread that sets them; drivers only want an executor to be there. */
    private static final Executor SAME_THREAD = Runnable::run;

    private int set;
    public boolean readOnly;
    public int isolation;

    public @Nullable String catalog;

    public @Nullable String schema;

    public int networkTimeout;
    public Executor networkTimeoutExecutor = SAME_THREAD;
    public int holdability;
    /**
     * By name; an empty text stands for none, as not every driver takes null. Not changed in place, as most sessions
     * have none.
     */
    public Map<String, String> clientInfo = Map.of();

    public Map<String, Class<?>> typeMap = Map.of();

    /** A statement that sets it, for each variable by its name. Not changed in place, as most sessions have none. */
    public Map<String, String> variables = Map.of();

    /** The state of fresh connections, with nothing set. */
    public static SessionState of(ConnectionDefaults defaults) {
        SessionState state = new SessionState();
        state.readOnly = defaults.readOnly();
        state.isolation = defaults.isolation();
        state.catalog = defaults.catalog();
        state.schema = defaults.schema();
        state.networkTimeout = defaults.networkTimeout();
        state.holdability = defaults.holdability();
        return state;
    }

    /** The bits of what was set. */
    public int set() {
        return set;
    }

    public void markSet(int bits) {
        set |= bits;
    }

    public void markUnset(int bits) {
        set &= ~bits;
    }

    /** The same values of a physical connection, read for these bits only: some cost a round trip. */
    void read(Connection connection, int bits) throws SQLException {
        if ((bits & READ_ONLY) != 0) {
            readOnly = connection.isReadOnly();
        }
        if ((bits & ISOLATION) != 0) {
            isolation = connection.getTransactionIsolation();
        }
        if ((bits & CATALOG) != 0) {
            catalog = connection.getCatalog();
        }
        if ((bits & SCHEMA) != 0) {
            schema = connection.getSchema();
        }
        if ((bits & NETWORK_TIMEOUT) != 0) {
            networkTimeout = connection.getNetworkTimeout();
        }
        if ((bits & HOLDABILITY) != 0) {
            holdability = connection.getHoldability();
        }
        if ((bits & TYPE_MAP) != 0) {
            typeMap = connection.getTypeMap();
        }
        set |= bits;
    }

    /** Reads one client property as it was before this session sets it. */
    void readClientInfo(Connection connection, String name) throws SQLException {
        if (!clientInfo.containsKey(name)) {
            String before = connection.getClientInfo(name);
            setClientInfo(name, before);
            set |= CLIENT_INFO;
        }
    }

    /**
     * Notes how the other's variables are given what they have now.
     *
     * @return false if that is not known of all
     */
    boolean readVariables(Connection connection, SessionState other, CommandRules rules) throws SQLException {
        Map<String, String> restoring = new LinkedHashMap<>(variables);
        boolean all = true;
        for (String name : other.variables.keySet()) {
            if (!restoring.containsKey(name)) {
                String before = restoring(connection, name, rules);
                all &= before != null;
                if (before != null) {
                    restoring.put(name, before);
                }
            }
        }
        variables = restoring;
        set |= VARIABLES;
        return all;
    }

    private static @Nullable String restoring(Connection connection, String name, CommandRules rules)
            throws SQLException {
        if (name.startsWith("@")) {
            return "SET " + name + " = NULL";
        }
        String query = rules.restoringQuery(name);
        if (query == null) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    public void setClientInfo(String name, @Nullable String value) {
        Map<String, String> changed = new HashMap<>(clientInfo);
        changed.put(name, value == null ? "" : value);
        clientInfo = changed;
    }

    /** Sets on a physical connection what these bits name. */
    void apply(Connection connection, int bits) throws SQLException {
        if ((bits & CATALOG) != 0) {
            connection.setCatalog(catalog);
        }
        if ((bits & SCHEMA) != 0) {
            connection.setSchema(schema);
        }
        if ((bits & READ_ONLY) != 0) {
            connection.setReadOnly(readOnly);
        }
        if ((bits & ISOLATION) != 0) {
            connection.setTransactionIsolation(isolation);
        }
        if ((bits & NETWORK_TIMEOUT) != 0) {
            connection.setNetworkTimeout(networkTimeoutExecutor, networkTimeout);
        }
        if ((bits & HOLDABILITY) != 0) {
            connection.setHoldability(holdability);
        }
        if ((bits & CLIENT_INFO) != 0) {
            for (Map.Entry<String, String> entry : clientInfo.entrySet()) {
                connection.setClientInfo(entry.getKey(), entry.getValue());
            }
        }
        if ((bits & TYPE_MAP) != 0) {
            connection.setTypeMap(typeMap);
        }
        if ((bits & VARIABLES) != 0) {
            try (Statement statement = connection.createStatement()) {
                for (String set : variables.values()) {
                    statement.execute(set);
                }
            }
        }
    }
}
