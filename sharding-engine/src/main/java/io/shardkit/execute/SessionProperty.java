package io.shardkit.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A setting of a connection, apart from autocommit; in the order in which they are set on one that joins a session. */
public enum SessionProperty {
    /** As {@link Connection#getCatalog()}. */
    CATALOG(Connection::getCatalog, (open, value) -> open.setCatalog((String) value)),

    /** As {@link Connection#getSchema()}. */
    SCHEMA(Connection::getSchema, (open, value) -> open.setSchema((String) value)),

    /** As {@link Connection#isReadOnly()}. */
    READ_ONLY(Connection::isReadOnly, (open, value) -> open.setReadOnly((Boolean) given(value))),

    /** As {@link Connection#getTransactionIsolation()}. */
    ISOLATION(
            Connection::getTransactionIsolation, (open, value) -> open.setTransactionIsolation((Integer) given(value))),

    /** As {@link Connection#getNetworkTimeout()}, with the executor to set it by: a {@link NetworkTimeout}. */
    NETWORK_TIMEOUT(
            open -> NetworkTimeout.of(open.getNetworkTimeout()),
            (open, value) -> ((NetworkTimeout) given(value)).set(open)),

    /** As {@link Connection#getHoldability()}. */
    HOLDABILITY(Connection::getHoldability, (open, value) -> open.setHoldability((Integer) given(value))),

    /** As {@link Connection#getClientInfo()}, a map by names; an empty text stands for none, as not every driver takes null. */
    CLIENT_INFO(null, (open, value) -> setClientInfo(open, entries(value))),

    /** As {@link Connection#getTypeMap()}. */
    TYPE_MAP(Connection::getTypeMap, (open, value) -> open.setTypeMap(types(value))),

    /** Variables of the database's session: for each, by its name, a statement that sets it. */
    VARIABLES(null, (open, value) -> execute(open, entries(value)));

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final @Nullable Getter getter;

    @SuppressWarnings("ImmutableEnumChecker") // as above
    private final Setter setter;

    SessionProperty(@Nullable Getter getter, Setter setter) {
        this.getter = getter;
        this.setter = setter;
    }

    @FunctionalInterface
    private interface Getter {
        @Nullable Object get(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    private interface Setter {
        void set(Connection connection, @Nullable Object value) throws SQLException;
    }

    /**
     * A network timeout.
     *
     * @param executor drivers only want one to be there
     */
    public record NetworkTimeout(Executor executor, int milliseconds) {
        private static final NetworkTimeout NONE = new NetworkTimeout(Runnable::run, 0);

        /** One that is set on the thread that sets it. */
        static NetworkTimeout of(int milliseconds) {
            return milliseconds == 0 ? NONE : new NetworkTimeout(NONE.executor, milliseconds);
        }

        private void set(Connection connection) throws SQLException {
            connection.setNetworkTimeout(executor, milliseconds);
        }
    }

    /** Reads it, which may cost a round trip; not for those of which only what a session sets is read. */
    @Nullable Object read(Connection connection) throws SQLException {
        return Objects.requireNonNull(getter).get(connection);
    }

    /** Sets it on a physical connection. */
    void set(Connection connection, @Nullable Object value) throws SQLException {
        setter.set(connection, value);
    }

    private static Object given(@Nullable Object value) {
        return Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked") // values come from here, and from settings of the same types
    static Map<String, String> entries(@Nullable Object value) {
        return (Map<String, String>) given(value);
    }

    @SuppressWarnings("unchecked") // as above
    static Map<String, Class<?>> types(@Nullable Object value) {
        return (Map<String, Class<?>>) given(value);
    }

    private static void setClientInfo(Connection connection, Map<String, String> values) throws SQLException {
        for (Map.Entry<String, String> entry : values.entrySet()) {
            connection.setClientInfo(entry.getKey(), entry.getValue());
        }
    }

    private static void execute(Connection connection, Map<String, String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String set : statements.values()) {
                statement.execute(set);
            }
        }
    }
}
