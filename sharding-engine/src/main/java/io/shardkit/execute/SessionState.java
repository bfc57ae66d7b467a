package io.shardkit.execute;

import static io.shardkit.execute.SessionProperty.CATALOG;
import static io.shardkit.execute.SessionProperty.CLIENT_INFO;
import static io.shardkit.execute.SessionProperty.HOLDABILITY;
import static io.shardkit.execute.SessionProperty.ISOLATION;
import static io.shardkit.execute.SessionProperty.NETWORK_TIMEOUT;
import static io.shardkit.execute.SessionProperty.READ_ONLY;
import static io.shardkit.execute.SessionProperty.SCHEMA;
import static io.shardkit.execute.SessionProperty.TYPE_MAP;
import static io.shardkit.execute.SessionProperty.VARIABLES;

import io.shardkit.dialect.facts.CommandRules;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a logical connection, as values plus a bit for each that was changed. Replayed on each physical
 * connection that joins. Autocommit is not here: the transaction owns it. Not thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // the places of an array in memory
public final class SessionState {
    private static final SessionProperty[] ALL = SessionProperty.values();

    /** By the ordinals of the properties. Maps are not changed in place, as most sessions have none. */
    private final @Nullable Object[] values = new Object[ALL.length];

    /** A bit for each property that was changed. */
    private int changed;

    private SessionState() {
        values[CLIENT_INFO.ordinal()] = Map.of();
        values[TYPE_MAP.ordinal()] = Map.of();
        values[VARIABLES.ordinal()] = Map.of();
    }

    /** The state of fresh connections, with nothing changed. */
    public static SessionState of(ConnectionDefaults defaults) {
        SessionState state = new SessionState();
        state.set(READ_ONLY, defaults.readOnly());
        state.set(ISOLATION, defaults.isolation());
        state.set(CATALOG, defaults.catalog());
        state.set(SCHEMA, defaults.schema());
        state.set(NETWORK_TIMEOUT, SessionProperty.NetworkTimeout.of(defaults.networkTimeout()));
        state.set(HOLDABILITY, defaults.holdability());
        return state;
    }

    /** Returns the value of a property; only a property that is a string may be null. */
    public @Nullable Object get(SessionProperty property) {
        return values[property.ordinal()];
    }

    /** The value of a property that always has one. */
    public Object value(SessionProperty property) {
        return Objects.requireNonNull(get(property));
    }

    /** The value of a property that is a text. */
    public @Nullable String text(SessionProperty property) {
        return (String) get(property);
    }

    /** Returns the value of a property that is a map of strings. */
    public Map<String, String> entries(SessionProperty property) {
        return SessionProperty.entries(get(property));
    }

    /** The types of the user's own. */
    public Map<String, Class<?>> types() {
        return SessionProperty.types(get(TYPE_MAP));
    }

    /** Sets the value of a property, and nothing on any connection. */
    public void set(SessionProperty property, @Nullable Object value) {
        values[property.ordinal()] = value;
    }

    /** Tells whether anything was changed. */
    public boolean isChanged() {
        return changed != 0;
    }

    /** Tells whether a property was changed. */
    public boolean isChanged(SessionProperty property) {
        return (changed & bit(property)) != 0;
    }

    /** From now on connections that join are given the value of a property, or no longer. */
    public void markChanged(SessionProperty property, boolean is) {
        changed = is ? changed | bit(property) : changed & ~bit(property);
    }

    private static int bit(SessionProperty property) {
        return 1 << property.ordinal();
    }

    /** Sets on a physical connection what was changed. */
    void apply(Connection connection) throws SQLException {
        for (SessionProperty property : ALL) {
            if (isChanged(property)) {
                apply(connection, property);
            }
        }
    }

    /** Sets a property on a physical connection. */
    void apply(Connection connection, SessionProperty property) throws SQLException {
        property.set(connection, get(property));
    }

    /** The values that a physical connection has before a session changes any: none is known yet. */
    static SessionState unread() {
        return new SessionState();
    }

    /**
     * Reads from a physical connection what it has of a property that is about to be changed, unless that is known.
     *
     * @param next what it is about to have
     * @return false if what it has cannot be restored
     */
    boolean readBefore(Connection connection, SessionProperty property, SessionState next, CommandRules rules)
            throws SQLException {
        boolean all = true;
        if (property == CLIENT_INFO) {
            readClientInfo(connection, next.entries(CLIENT_INFO));
        } else if (property == VARIABLES) {
            all = readVariables(connection, next.entries(VARIABLES), rules);
        } else if (!isChanged(property)) {
            set(property, property.read(connection));
        }
        markChanged(property, true);
        return all;
    }

    private void readClientInfo(Connection connection, Map<String, String> next) throws SQLException {
        Map<String, String> before = new HashMap<>(entries(CLIENT_INFO));
        for (String name : next.keySet()) {
            if (!before.containsKey(name)) {
                before.put(name, Objects.requireNonNullElse(connection.getClientInfo(name), ""));
                set(CLIENT_INFO, before);
            }
        }
    }

    /** Notes how variables are given what they have now. */
    private boolean readVariables(Connection connection, Map<String, String> next, CommandRules rules)
            throws SQLException {
        Map<String, String> restoring = new LinkedHashMap<>(entries(VARIABLES));
        boolean all = true;
        for (String name : next.keySet()) {
            if (!restoring.containsKey(name)) {
                String before = restoring(connection, name, rules);
                all &= before != null;
                if (before != null) {
                    restoring.put(name, before);
                }
            }
        }
        set(VARIABLES, restoring);
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
}
