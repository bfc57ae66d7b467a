package io.shardkit.proxy.session;

import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.JdbcSession;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.backend.ServerErrors;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.backend.Warning;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.CharacterSets.CharacterSet;
import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.ServerStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client has set, and its logical database. Connections to the databases are given back after each statement but
 * in transactions, or if one of them keeps something of the session. Not thread-safe, but for {@link #cancel}.
 */
final class ClientState {
    private static final int SYNTAX = 1064;
    private static final int DEADLOCK = 1213;
    private static final String SQL_MODE = "SELECT @@sql_mode";

    private final Directory directory;
    private final Settings settings;

    private @Nullable Account account;
    int capabilities;
    /** Whether the client wants to know of columns what only MariaDB tells. */
    boolean extended;

    final CharacterVariables characters = new CharacterVariables();

    private volatile @Nullable String databaseName;
    private volatile @Nullable BackendSession backend;

    private boolean autoCommit = true;
    private @Nullable Integer isolation;
    private boolean readOnly;
    private final NextTransaction nextTransaction = new NextTransaction();
    /** What was set by SET, to be set again after another database was chosen. */
    private final Set<String> variables = new LinkedHashSet<>();

    /** What the session has set; null if it has set none, or if that has to be asked. */
    private @Nullable String sqlMode;

    private boolean sqlModeUnsure;

    List<Warning> warnings = List.of();

    /** Whether a connection to a database has something of this session. */
    private boolean held;

    /** Whether the client has locked tables. */
    private boolean locked;

    private boolean released;

    /** What of SET only the only database knows. */
    private final Set<String> asWritten = new HashSet<>();

    /** The modes that the open transaction was begun with, for one that follows it by CHAIN. */
    private String modes = "";

    /** Whether the open transaction only reads; null until that is asked first. */
    private @Nullable Boolean onlyReads;

    /** How many results wait for the client to fetch from them. */
    private int cursors;

    private long lastKey;
    /** Whether the last key may have been given and not generated. */
    private boolean keyUnsure;
    /** Whether the database that would be asked for the last key is any. */
    private boolean keyElsewhere = true;

    ClientState(Directory directory, Settings settings) {
        this.directory = directory;
        this.settings = settings;
    }

    Directory directory() {
        return directory;
    }

    Account account() {
        Account known = account;
        if (known == null) {
            throw new IllegalStateException("nobody is logged in");
        }
        return known;
    }

    void login(Account who) {
        account = who;
    }

    boolean has(int capability) {
        return (capabilities & capability) != 0;
    }

    @Nullable String databaseName() {
        return databaseName;
    }

    /** The databases that the client may use. */
    List<String> databases() {
        return directory.databases().keySet().stream()
                .filter(name -> account().databases().contains(name))
                .toList();
    }

    /** What is known of the databases before one is chosen. */
    ServerFacts facts() {
        String name = databaseName;
        LogicalDatabase chosen = name == null ? null : directory.databases().get(name);
        return chosen == null ? directory.first().facts() : chosen.facts();
    }

    /** The bits of status of an answer. */
    int status() {
        int status = autoCommit ? ServerStatus.AUTOCOMMIT : 0;
        if (!isInTransaction()) {
            onlyReads = null;
            return status;
        }
        if (onlyReads == null) {
            onlyReads = beginsReadOnly();
        }
        return status | ServerStatus.IN_TRANSACTION | (onlyReads ? ServerStatus.IN_TRANSACTION_READ_ONLY : 0);
    }

    /** Whether a transaction that begins now only reads: by its own modes, by those said before, or as all do. */
    private boolean beginsReadOnly() {
        Words words = new Words(modes);
        for (int i = 0; i < words.size(); i++) {
            if (words.is(i, "READ") && (words.is(i + 1, "ONLY") || words.is(i + 1, "WRITE"))) {
                return words.is(i + 1, "ONLY");
            }
        }
        Boolean next = nextTransaction.readOnly();
        return next == null ? readOnly : next;
    }

    boolean isInTransaction() {
        BackendSession open = backend;
        try {
            return open != null && open.isInTransaction();
        } catch (SQLException closed) {
            return false;
        }
    }

    boolean autoCommit() {
        return autoCommit;
    }

    /** A column as it is told in the client's character set. */
    ColumnDefinition shown(ColumnDefinition column) {
        CharacterSet results = characters.results();
        if (column.collation() != CharacterSets.UTF8MB4 || results.collation() == CharacterSets.UTF8MB4) {
            return column;
        }
        return new ColumnDefinition(
                column.schema(),
                column.table(),
                column.originalTable(),
                column.name(),
                column.originalName(),
                results.collation(),
                column.length() / CharacterSets.DEFAULT.bytes() * results.bytes(),
                column.type(),
                column.flags(),
                column.decimals(),
                column.kind());
    }

    /**
     * Chooses a database.
     *
     * @throws RefusedException if there is none of that name that the client may use
     */
    void use(String name, String host) throws RefusedException {
        if (!account().databases().contains(name)) {
            throw new RefusedException(
                    directory.databases().containsKey(name)
                            ? ServerError.databaseDenied(account().name(), host, name)
                            : ServerError.unknownDatabase(name));
        }
        if (name.equals(databaseName)) {
            return;
        }
        BackendSession open = backend;
        if (databaseName == null && open != null && open.database().name().equals(name)) {
            // It was any that would do, and happens to be this one.
            databaseName = name;
            return;
        }
        if (isInTransaction()) {
            throw new RefusedException(ServerError.notSupported("another database within a transaction"));
        }
        closeBackend();
        databaseName = name;
    }

    /** The logical database; that of any where the client has chosen none and a statement names no table. */
    BackendSession backend(ClientText text) throws RefusedException, SQLException {
        BackendSession open = backend;
        if (open != null) {
            return open;
        }
        String name = databaseName;
        if (name == null) {
            name = databases().stream().findFirst().orElse(null);
            if (name == null || !NamesNoTable.test(text)) {
                throw new RefusedException(ServerError.NO_DATABASE);
            }
        }
        LogicalDatabase database = directory.databases().get(name);
        if (database == null) {
            throw new RefusedException(ServerError.unknownDatabase(name));
        }
        BackendSession opened = JdbcSession.open(database, settings.fetchSize(), has(Capability.FOUND_ROWS));
        try {
            settle(opened);
        } catch (SQLException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
        backend = opened;
        return opened;
    }

    private void settle(BackendSession opened) throws SQLException {
        if (!autoCommit) {
            opened.setAutoCommit(false);
        }
        if (isolation != null) {
            opened.setIsolation(isolation);
        }
        if (readOnly) {
            opened.setReadOnly(true);
        }
        for (String variable : variables) {
            if (asWritten.contains(variable)) {
                opened.runAsWritten(Request.of(variable)).close();
                held = true;
            } else {
                opened.run(Request.of(variable)).close();
            }
        }
    }

    /** Must be called before a statement runs. */
    void before(BackendSession open, ClientText text) throws SQLException, RefusedException {
        if (text.asksLastRows() && !sticks()) {
            throw new RefusedException(
                    ServerError.notSupported("ROW_COUNT() and FOUND_ROWS() outside of a transaction"));
        }
        if (text.asksLastKey() && keyElsewhere && facts().isNative()) {
            open.run(Request.of("SELECT LAST_INSERT_ID(" + Long.toUnsignedString(lastKey) + ")"))
                    .close();
            keyElsewhere = false;
        }
        nextTransaction.before(open, text);
    }

    /** Whether the next statement meets the connection of the last one. */
    boolean sticks() {
        return held || isInTransaction();
    }

    /** A connection has something of this session from now on. */
    void hold() {
        held = true;
    }

    boolean isHeld() {
        return held;
    }

    boolean isLocked() {
        return locked;
    }

    void locked(boolean on) {
        locked = on;
    }

    /** The session is to end when the client has got its answer. */
    void release() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }

    /** The modes that the open transaction was begun with, as they follow START TRANSACTION. */
    String modes() {
        return modes;
    }

    void modes(String begun) {
        modes = begun;
        onlyReads = null;
    }

    /** Whether the client's statements go to one database, which may get those that the engine does not know. */
    boolean passesThrough(BackendSession open) {
        return open.database().passesThrough();
    }

    /**
     * Told of the key that a statement answered.
     *
     * @param sure whether it was generated, and not given
     */
    void answeredKey(long key, boolean sure) {
        if (key != 0) {
            keyElsewhere = false;
            keyUnsure = !sure;
            lastKey = sure ? key : lastKey;
        }
    }

    /** Must be called when a statement has failed. */
    void afterFailure(ClientText text, int error) throws SQLException {
        if (error == DEADLOCK && isInTransaction() && backend != null) {
            // The database has undone the transaction, and clients run it again without a word about the old one.
            backend.run(Request.of("ROLLBACK")).close();
        }
        // What was not understood has left nothing behind.
        after(error == SYNTAX ? null : text);
    }

    /** Must be called when a statement has ended, well or not. */
    void after(@Nullable ClientText text) throws SQLException {
        BackendSession open = backend;
        if (open == null) {
            return;
        }
        held |= text != null && text.keeps();
        if (text != null && text.changesTables()) {
            open.database().forgetDescriptions();
        }
        if (text != null && text.asksLastKey() && !text.first().equals("INSERT")) {
            keyUnsure = true;
        }
        boolean free = !open.isInTransaction();
        if (free) {
            modes = "";
            nextTransaction.after(open, readOnly);
        }
        if (!held && free) {
            if (keyUnsure && facts().isNative()) {
                lastKey = askedKey(open);
                keyUnsure = false;
            }
            open.giveBack();
            keyElsewhere = true;
            // What is kept now has nothing of the session: a statement was wrong, or only read or loaded a file.
            if (databaseName == null || (cursors == 0 && open.keepsConnections())) {
                closeBackend();
            }
        }
    }

    private static long askedKey(BackendSession open) throws SQLException {
        String key = asked(open, "SELECT LAST_INSERT_ID()");
        return key.isEmpty() ? 0 : Long.parseUnsignedLong(key);
    }

    private static String asked(BackendSession open, String sql) throws SQLException {
        try (Answer answer = open.run(Request.of(sql))) {
            ResultSet rows = answer.rows();
            String value = rows != null && rows.next() ? rows.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    /** A statement that asks for what is only known here, with the answer in it. */
    ClientText told(ClientText text) throws SQLException, RefusedException {
        if (!VariablesInText.mayBeIn(text.sql()) || OwnStatements.isQuery(text)) {
            return text;
        }
        String told = VariablesInText.put(text.sql(), variable -> literal(variable, text));
        return told.equals(text.sql()) ? text : ClientText.of(told);
    }

    private @Nullable String literal(String variable, ClientText text) throws SQLException, RefusedException {
        if (variable.equals("autocommit")) {
            return autoCommit ? "1" : "0";
        }
        if (!CharacterVariables.isOne(variable)) {
            return null;
        }
        String value = character(variable, text);
        return value == null ? "NULL" : CharacterVariables.quoted(value);
    }

    /** What a variable of character sets says; null for NULL. */
    @Nullable String character(String variable, ClientText text) throws SQLException, RefusedException {
        return characters.value(variable, expression -> constant(text, expression));
    }

    /** What an expression of the client is worth; nothing for NULL. */
    String worth(ClientText text, String expression) throws SQLException, RefusedException {
        return asked(backend(text), "SELECT " + expression);
    }

    /** What one of the server's own is worth; that of one without a variable is kept for all clients. */
    String constant(ClientText text, String expression) throws SQLException, RefusedException {
        Map<String, String> known = backend(text).database().constants();
        String value = known.get(expression);
        if (value == null) {
            value = worth(text, expression);
            if (expression.indexOf('@') < 0) {
                known.put(expression, value);
            }
        }
        return value;
    }

    /** The modes in which the databases read this session's statements. */
    String sqlMode(ClientText text) throws SQLException, RefusedException {
        if (sqlModeUnsure) {
            sqlMode = asked(backend(text), SQL_MODE);
            sqlModeUnsure = false;
        }
        return sqlMode == null ? usualSqlMode(text) : sqlMode;
    }

    /** Those of a session that has set none. */
    String usualSqlMode(ClientText text) throws SQLException, RefusedException {
        BackendSession open = backend(text);
        String known = open.database().sqlMode();
        if (known == null) {
            known = asked(open, SQL_MODE);
            open.database().sqlMode(known);
        }
        return known;
    }

    /** Told that the session has others now. */
    void changedSqlMode(String changed) {
        sqlMode = changed;
        sqlModeUnsure = false;
    }

    /** Told that the session has others now, which only the databases know. */
    void changedSqlMode() {
        sqlModeUnsure = true;
    }

    void openedCursor() {
        cursors++;
    }

    void closedCursor() {
        cursors--;
    }

    void setAutoCommit(boolean on) throws SQLException {
        BackendSession open = backend;
        if (open != null) {
            open.setAutoCommit(on);
        }
        autoCommit = on;
    }

    void setIsolation(int level) throws SQLException {
        BackendSession open = backend;
        if (open != null) {
            open.setIsolation(level);
        }
        isolation = level;
    }

    NextTransaction nextTransaction() {
        return nextTransaction;
    }

    void setReadOnly(boolean on) throws SQLException {
        BackendSession open = backend;
        if (open != null) {
            open.setReadOnly(on);
        }
        readOnly = on;
    }

    /** A SET that the databases have run. */
    void wasSet(String sql) {
        variables.remove(sql);
        asWritten.remove(sql);
        variables.add(sql);
    }

    /** One of these is not set any more. */
    void forgetSet(String sql) {
        variables.remove(sql);
        asWritten.remove(sql);
    }

    /** The same of one that only the only database knows. */
    void wasSetAsWritten(String sql) {
        wasSet(sql);
        asWritten.add(sql);
        held = true;
    }

    /** What an exception is to the client; SHOW WARNINGS tells of it from now on. */
    ServerError noted(SQLException failure) {
        ServerError error = ServerErrors.of(failure, facts().isNative());
        warnings = List.of(new Warning("Error", error.number(), error.message()));
        return error;
    }

    /** Ends the statement under way; may be called by any thread. */
    void cancel() {
        BackendSession open = backend;
        if (open != null) {
            open.cancel();
        }
    }

    /** As after the login: nothing is set, nothing is open, and the database is the same. */
    void reset() {
        closeBackend();
        autoCommit = true;
        isolation = null;
        readOnly = false;
        nextTransaction.forget();
        characters.reset();
        variables.clear();
        asWritten.clear();
        sqlMode = null;
        sqlModeUnsure = false;
        warnings = List.of();
        lastKey = 0;
    }

    /** No database is chosen any longer. */
    void leaveDatabase() {
        databaseName = null;
    }

    void closeBackend() {
        BackendSession open = backend;
        boolean discard = held;
        backend = null;
        held = false;
        locked = false;
        modes = "";
        keyUnsure = false;
        keyElsewhere = true;
        if (open != null && discard) {
            open.discard();
        } else if (open != null) {
            open.close();
        }
    }
}
