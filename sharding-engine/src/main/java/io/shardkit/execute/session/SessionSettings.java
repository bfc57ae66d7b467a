package io.shardkit.execute.session;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.ConnectionDefaults;
import io.shardkit.execute.SessionProperty;
import io.shardkit.execute.SessionState;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.transaction.TransactionSettings;
import io.shardkit.sql.statement.Setting;
import io.shardkit.sql.text.Characters;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a logical connection, apart from autocommit: remembered, set on the enlisted connections, and later
 * on each that joins. Not thread-safe.
 */
public final class SessionSettings {
    private final SessionTransactions session;
    private final SessionConnections connections;
    private final SessionState state;

    /** The sharding values that statements stay with, whatever becomes of the transaction; none, one or two. */
    private List<Object> shardingKey = List.of();

    /** Tells whether the key may be that of a borrower who has given the connection back to a pool. */
    private boolean shardingKeyLeft;

    SessionSettings(SessionTransactions session) {
        this.session = session;
        this.connections = session.connections();
        this.state = connections.state();
    }

    /**
     * The sharding values that statements stay with, one or two; null if there are none.
     *
     * @throws SQLException if they may be those of an earlier borrower of the connection
     */
    @Nullable List<Object> shardingKey() throws SQLException {
        if (shardingKeyLeft) {
            throw ShardingExceptions.of(ErrorCode.SHARDING_KEY_LEFT, "");
        }
        return shardingKey.isEmpty() ? null : shardingKey;
    }

    /** The connection may be given back to a pool by now. */
    void leaveShardingKey() {
        shardingKeyLeft = !shardingKey.isEmpty();
    }

    /** As {@link java.sql.Connection#setShardingKey}, of the values; none for no key. */
    public void setShardingKey(List<Object> values) {
        shardingKey = values;
        shardingKeyLeft = false;
    }

    /** As {@link java.sql.Connection#isReadOnly()}. */
    public boolean readOnly() {
        return (boolean) state.value(SessionProperty.READ_ONLY);
    }

    /** As {@link java.sql.Connection#setReadOnly(boolean)}. */
    public void setReadOnly(boolean readOnly) throws SQLException {
        boolean before = readOnly();
        if (readOnly == before) {
            return;
        }
        if (connections.sendsNoWrites()) {
            session.readOnlyChanges(before);
            state.set(SessionProperty.READ_ONLY, readOnly);
        } else {
            change(SessionProperty.READ_ONLY, readOnly, false);
        }
    }

    /** As {@link java.sql.Connection#getTransactionIsolation()}. */
    public int isolation() {
        return (int) state.value(SessionProperty.ISOLATION);
    }

    /** As {@link java.sql.Connection#setTransactionIsolation(int)}. */
    public void setIsolation(int isolation) throws SQLException {
        change(SessionProperty.ISOLATION, isolation, false);
    }

    /** As {@link java.sql.Connection#getCatalog()}. */
    public @Nullable String catalog() {
        return state.text(SessionProperty.CATALOG);
    }

    /** As {@link java.sql.Connection#setCatalog(String)}; the one of a fresh connection gives each data source its own. */
    public void setCatalog(@Nullable String catalog) throws SQLException {
        if (!Objects.equals(catalog, catalog())) {
            boolean own = Objects.equals(catalog, session.databases().defaults().catalog());
            change(SessionProperty.CATALOG, catalog, own);
        }
    }

    /** As {@link java.sql.Connection#getSchema()}. */
    public @Nullable String schema() {
        return state.text(SessionProperty.SCHEMA);
    }

    /** As {@link java.sql.Connection#setSchema(String)}; the one of a fresh connection gives each data source its own. */
    public void setSchema(@Nullable String schema) throws SQLException {
        boolean named = namesSchema();
        if (named || !Objects.equals(schema, schema())) {
            boolean own = !named
                    && Objects.equals(schema, session.databases().defaults().schema());
            change(SessionProperty.SCHEMA, schema, own);
        }
        if (named) {
            // Connections that join would be told it last.
            Map<String, String> others = new LinkedHashMap<>(variables());
            others.keySet().removeAll(schemas());
            state.set(SessionProperty.VARIABLES, others);
        }
    }

    private Map<String, String> variables() {
        return state.entries(SessionProperty.VARIABLES);
    }

    /** Variables that say where names without a schema are looked for. */
    private Set<String> schemas() {
        return session.databases().dialect().commands().schemaSettings();
    }

    /** Tells whether a statement has set where names without a schema are looked for. */
    private boolean namesSchema() {
        return !Collections.disjoint(variables().keySet(), schemas());
    }

    /** As {@link java.sql.Connection#getNetworkTimeout()}. */
    public int networkTimeout() {
        return ((SessionProperty.NetworkTimeout) state.value(SessionProperty.NETWORK_TIMEOUT)).milliseconds();
    }

    /** As {@link java.sql.Connection#setNetworkTimeout(Executor, int)}. */
    public void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
        change(SessionProperty.NETWORK_TIMEOUT, new SessionProperty.NetworkTimeout(executor, milliseconds), false);
    }

    /** As {@link java.sql.Connection#getHoldability()}. */
    public int holdability() {
        return (int) state.value(SessionProperty.HOLDABILITY);
    }

    /** As {@link java.sql.Connection#setHoldability(int)}. */
    public void setHoldability(int holdability) throws SQLException {
        change(SessionProperty.HOLDABILITY, holdability, false);
    }

    /** As {@link java.sql.Connection#getTypeMap()}. */
    public Map<String, Class<?>> typeMap() {
        return new HashMap<>(state.types());
    }

    /** As {@link java.sql.Connection#setTypeMap(Map)}; an empty map gives each connection its own back. */
    public void setTypeMap(@Nullable Map<String, Class<?>> typeMap) throws SQLException {
        Map<String, Class<?>> types = typeMap == null ? new HashMap<>() : new HashMap<>(typeMap);
        change(SessionProperty.TYPE_MAP, types, types.isEmpty());
    }

    /** As {@link java.sql.Connection#getClientInfo()}. */
    public Properties clientInfo() {
        Properties copy = new Properties();
        copy.putAll(state.entries(SessionProperty.CLIENT_INFO));
        return copy;
    }

    /** As {@link java.sql.Connection#setClientInfo(String, String)}. */
    public void setClientInfo(String name, @Nullable String value) throws SQLException {
        Map<String, String> changed = new HashMap<>(state.entries(SessionProperty.CLIENT_INFO));
        changed.put(name, value == null ? "" : value);
        change(SessionProperty.CLIENT_INFO, changed, false);
    }

    /** Tells whether names without a schema mean those of another schema than on fresh connections. */
    public boolean isElsewhere() {
        return state.isChanged(SessionProperty.CATALOG)
                || state.isChanged(SessionProperty.SCHEMA)
                || nameAnother(variables())
                || nameAnother(locals());
    }

    /** Tells whether statements that set variables have names looked for elsewhere than in the schema of all databases. */
    private boolean nameAnother(Map<String, String> statements) {
        for (String variable : schemas()) {
            String statement = statements.get(variable);
            if (statement != null && !looksAtHomeFirst(statement)) {
                return true;
            }
        }
        return false;
    }

    private boolean looksAtHomeFirst(String statement) {
        ConnectionDefaults fresh = session.databases().defaults();
        String home = fresh.schema();
        String written = firstSchema(statement, session.databases().dialect());
        if (home == null || !fresh.schemaOfAll() || written == null) {
            return false;
        }
        boolean exact = "\"'".indexOf(written.charAt(0)) >= 0
                || session.databases().settings().exactNames();
        return exact
                ? Token.stripQuotes(written).equals(home)
                : session.databases().dialect().text().isNamed(written, home);
    }

    /** The first of the schemas in which names without one are looked for, as it is written; null if it is not certain. */
    private static @Nullable String firstSchema(String statement, Dialect dialect) {
        SqlText text;
        try {
            text = new SqlText(statement, dialect);
        } catch (SQLException unread) {
            return null;
        }
        if (text.is(0, "SELECT")) {
            boolean called = text.is(1, "SET_CONFIG")
                    && text.is(2, "(")
                    && text.word(3).equalsIgnoreCase("'search_path'")
                    && text.is(4, ",")
                    && text.is(6, ",");
            return called ? firstOfList(text.string(5)) : null;
        }
        int name = text.isOneOf(1, "SESSION", "LOCAL") ? 2 : 1;
        int value = text.is(name, "SCHEMA") ? name + 1 : name + 2;
        boolean set = text.is(0, "SET")
                && (text.is(name, "SCHEMA") || (text.is(name, "SEARCH_PATH") && text.isOneOf(name + 1, "=", "TO")));
        boolean one = value + 1 == text.size() || text.is(value + 1, ",");
        return set && value < text.size() && one && text.token(value).kind() != Token.Kind.SYMBOL
                ? text.string(value)
                : null;
    }

    /** The first name in a string with a list of names, which may be in quotes. */
    private static @Nullable String firstOfList(String string) {
        int comma = string.indexOf(',');
        String first =
                string.substring(1, comma < 0 ? string.length() - 1 : comma).strip();
        boolean plain =
                string.startsWith("'") && Characters.isPlainName(Token.stripQuotes(first)) && !first.startsWith("`");
        return plain ? first : null;
    }

    /**
     * Sets variables of the database's session.
     *
     * @param dataSource whose connection is opened if there is none, to learn whether the database takes the values
     * @param settings a statement for each variable, by its name
     * @throws SQLException if the database refuses one of them; those before it are set
     */
    public void set(int dataSource, Map<String, Setting> settings) throws SQLException {
        if (!session.autoCommit()
                && session.databases().dialect().transactions().rollsBackSettings()) {
            ofTransaction().beforeSet();
        }
        ShardConnection shard = session.connection(dataSource);
        String modes = session.databases().dialect().sqlModes().query();
        if (modes != null && settings.containsKey("sql_mode")) {
            checkModes(shard, modes);
        }
        for (Map.Entry<String, Setting> each : settings.entrySet()) {
            String sql = resolved(shard, each.getKey(), each.getValue());
            Map<String, String> changed = new LinkedHashMap<>(variables());
            // The last change is the last on other connections too: two spellings may be one variable.
            changed.remove(each.getKey());
            changed.put(each.getKey(), sql);
            change(SessionProperty.VARIABLES, changed, false);
        }
        if (!Collections.disjoint(locals().keySet(), settings.keySet())) {
            // A value for the session ends the value for the transaction.
            Map<String, String> left = new LinkedHashMap<>(locals());
            left.keySet().removeAll(settings.keySet());
            ofTransaction().setLocals(left);
        }
        if (!Collections.disjoint(settings.keySet(), schemas())) {
            state.set(SessionProperty.SCHEMA, shard.connection().getSchema());
        }
    }

    /** The statement with the value that a variable has now, as each connection that joins later is told it as well. */
    private String resolved(ShardConnection shard, String name, Setting setting) throws SQLException {
        String variable = setting.copied();
        if (variable == null) {
            return setting.sql();
        }
        Object value = answer(shard, "SELECT " + variable);
        if (!mayBeSet(name, String.valueOf(value))) {
            throw ShardingExceptions.of(
                    ErrorCode.UNSUPPORTED_STATEMENT, "SET " + name + " to what " + variable + " is");
        }
        return setting.filled(value).sql();
    }

    /** Tells whether a value of a setting leaves statements the meaning that they have. */
    private boolean mayBeSet(String name, String value) {
        Dialect dialect = session.databases().dialect();
        Set<String> harmless = dialect.commands().harmlessValues(name);
        return name.equals("sql_mode")
                ? dialect.sqlModes().checkStrictly(value)
                : harmless.isEmpty() || harmless.contains(value.toLowerCase(Locale.ROOT));
    }

    private static @Nullable Object answer(ShardConnection shard, String query) throws SQLException {
        try (Statement statement = shard.connection().createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getObject(1) : null;
        }
    }

    private Map<String, String> locals() {
        return session.autoCommit() ? Map.of() : session.transaction().locals();
    }

    private TransactionSettings ofTransaction() {
        return session.transaction().settings(state);
    }

    /**
     * Sets variables for the open transaction; there is nothing to do where none is open.
     *
     * @param dataSource whose connection is opened if there is none, to learn whether the database takes the values
     * @param local a statement for each variable, by its name
     */
    public void setLocal(int dataSource, Map<String, Setting> local) throws SQLException {
        if (session.autoCommit()) {
            return;
        }
        session.connection(dataSource);
        try {
            for (ShardConnection shard : connections.enlisted()) {
                for (Setting setting : local.values()) {
                    shard.execute(setting.sql());
                }
            }
        } catch (SQLException failure) {
            session.transaction().markRollbackOnly();
            throw failure;
        }
        Map<String, String> changed = new LinkedHashMap<>(locals());
        changed.keySet().removeAll(local.keySet());
        local.forEach((name, setting) -> changed.put(name, setting.sql()));
        ofTransaction().setLocals(changed);
    }

    /** A mode that is dropped may change what statements mean as well. */
    private void checkModes(ShardConnection shard, String query) throws SQLException {
        String set = String.valueOf(answer(shard, query));
        if (!session.databases().dialect().sqlModes().checkOnly(set)) {
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, "SET sql_mode where it is " + set);
        }
    }

    /**
     * Sets a property, on all connections and on those that join.
     *
     * @param toOriginal whether each connection is given back what it had of its own
     */
    private void change(SessionProperty property, @Nullable Object value, boolean toOriginal) throws SQLException {
        if (session.autoCommit()) {
            connections.leaveReplicas();
        }
        Object before = state.get(property);
        state.set(property, value);
        List<ShardConnection> shards = connections.enlisted();
        if (!shards.isEmpty()) {
            session.watch().bounded(() -> {
                change(shards, property, toOriginal, before);
                return property;
            });
        }
        state.markChanged(property, !toOriginal);
    }

    private void change(
            List<ShardConnection> shards, SessionProperty property, boolean toOriginal, @Nullable Object before)
            throws SQLException {
        for (int i = 0; i < shards.size(); i++) {
            try {
                if (toOriginal) {
                    shards.get(i).undo(property);
                } else {
                    shards.get(i).apply(state, property);
                }
            } catch (SQLException failure) {
                state.set(property, before);
                if (i > 0) {
                    session.watch()
                            .markBroken("a setting was made on some data sources and failed on "
                                    + shards.get(i).name());
                }
                throw failure;
            }
        }
    }
}
