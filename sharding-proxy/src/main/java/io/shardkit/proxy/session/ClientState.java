package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.JdbcSession;
import io.shardkit.proxy.backend.LogicalDatabase;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.backend.ServerErrors;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.backend.Warning;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.ExecutableComments;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.Capability;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The logical database that a client has chosen and what is open there, beside all else that is known of the client.
 * Connections to the databases are given back after each statement but in transactions, or if one of them keeps something
 * of the session. Not thread-safe, but for {@link #cancel}.
 */
final class ClientState {
    private static final int SYNTAX = 1064;
    private static final int DEADLOCK = 1213;

    /** The options for dumps, which lock all tables or begin a snapshot before they choose a database. */
    private static final String OF_DUMPS =
            "; mysqldump and mariadb-dump run with --skip-lock-tables and without --single-transaction";

    /** The first words of statements that store nothing, or nothing of the client's. */
    private static final Set<String> READS = Set.of(
            """
            SELECT WITH ( VALUES TABLE SHOW DESCRIBE DESC EXPLAIN HELP ANALYZE CHECK OPTIMIZE CHECKSUM FLUSH SET USE DO KILL
            BEGIN START COMMIT ROLLBACK SAVEPOINT RELEASE LOCK UNLOCK"""
                    .strip()
                    .split("\\s+"));

    final Client client = new Client();
    final CharacterVariables characters = new CharacterVariables();
    final ClientSettings settings = new ClientSettings();
    final OpenTransaction transaction = new OpenTransaction();
    final LastKey lastKey = new LastKey();
    final SqlModes sqlModes = new SqlModes(this);
    final Questions questions = new Questions(this);
    final LogicalNames names = new LogicalNames(this);

    private final OwnVariables variables = new OwnVariables(this);

    private final Directory directory;
    private final Settings server;

    private volatile @Nullable String databaseName;
    private volatile @Nullable BackendSession backend;

    /** The database that the statement under way is about, if it is not the chosen one. */
    private @Nullable String visited;

    List<Warning> warnings = List.of();

    /** True if a connection to a database has state of this session. */
    private boolean held;

    /** True if the client has locked tables. */
    private boolean locked;

    /** True if the client has locked all tables of a server for writes. */
    private boolean readLocked;

    /** True if the open session has the modes that were set before a database was chosen. */
    private boolean hasModes;

    private boolean released;

    /** The number of results that wait for the client to fetch from them. */
    private int cursors;

    ClientState(Directory directory, Settings server) {
        this.directory = directory;
        this.server = server;
    }

    Directory directory() {
        return directory;
    }

    @Nullable String databaseName() {
        return databaseName;
    }

    /** The databases that the client may use. */
    List<String> databases() {
        return directory.databases().keySet().stream()
                .filter(name -> client.account().databases().contains(name))
                .toList();
    }

    /** Returns the facts about the chosen database, or about the first one before any is chosen. */
    ServerFacts facts() {
        String name = databaseName;
        LogicalDatabase chosen = name == null ? null : directory.databases().get(name);
        return chosen == null ? directory.first().facts() : chosen.facts();
    }

    /** A text of which the comments are opened that the databases run. */
    String opened(String sql) {
        return ExecutableComments.open(sql, facts().number(), facts().isMariaDb());
    }

    /** A statement as the databases get it: with what is known here alone, and without names of logical databases. */
    ClientText told(ClientText text, @Nullable BoundValues values) throws RefusedException, SQLException {
        return names.told(variables.told(text), values);
    }

    /** Says which database the next statement is about; null for the chosen one. */
    void visit(@Nullable String name) {
        visited = name;
    }

    /** Returns the names that the statement under way is about: the chosen database, or another one; null for none. */
    @Nullable LogicalDatabase database() {
        String name = visited == null ? databaseName : visited;
        return name == null ? null : directory.databases().get(name);
    }

    /** Returns the value of a variable of character sets; null for NULL. */
    @Nullable String character(String variable, ClientText text) throws SQLException, RefusedException {
        return variables.character(variable, text);
    }

    /** The bits of status of an answer. */
    int status() {
        return transaction.status(isInTransaction(), settings);
    }

    boolean isInTransaction() {
        BackendSession open = backend;
        try {
            return open != null && open.isInTransaction();
        } catch (SQLException closed) {
            return false;
        }
    }

    /**
     * Chooses a database.
     *
     * @throws RefusedException if there is none of that name that the client may use
     */
    void use(String name, String host) throws RefusedException {
        if (!client.account().databases().contains(name)) {
            throw new RefusedException(
                    directory.databases().containsKey(name)
                            ? ServerError.databaseDenied(client.account().name(), host, name)
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
            throw new RefusedException(ServerError.notSupported("another database within a transaction" + OF_DUMPS));
        }
        if (readLocked) {
            throw new RefusedException(
                    ServerError.notSupported("another database while all tables are locked" + OF_DUMPS));
        }
        closeBackend();
        databaseName = name;
    }

    /** Returns the open session with the logical database, or null if there is none. */
    @Nullable BackendSession open() {
        return backend;
    }

    /** The logical database; that of any where the client has chosen none and a statement names no table. */
    BackendSession backend(ClientText text) throws RefusedException, SQLException {
        BackendSession open = backend;
        String name = visited == null ? databaseName : visited;
        if (open != null && (name == null || name.equals(open.database().name()))) {
            setModes(open);
            return open;
        }
        if (open != null) {
            if (held || cursors > 0 || isInTransaction()) {
                throw new RefusedException(ServerError.notSupported("another database within a transaction"));
            }
            closeBackend();
        }
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
        BackendSession opened = JdbcSession.open(database, server.fetchSize(), client.has(Capability.FOUND_ROWS));
        try {
            held |= settings.apply(opened);
        } catch (SQLException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
        backend = opened;
        setModes(opened);
        return opened;
    }

    /** Modes that were set before a database was chosen mean different settings on one database and on several. */
    private void setModes(BackendSession open) throws SQLException {
        if (!hasModes && (databaseName != null || visited != null)) {
            held |= settings.applyModes(open);
            sqlModes.opened(settings.looseModes(), open.database().passesThrough());
            hasModes = true;
        }
    }

    /** Must be called before a statement runs. */
    void before(BackendSession open, ClientText text) throws SQLException, RefusedException {
        if (text.asksLastRows() && !sticks()) {
            throw new RefusedException(
                    ServerError.notSupported("ROW_COUNT() and FOUND_ROWS() outside of a transaction"));
        }
        if (sqlModes.onlyReads() && !READS.contains(text.first())) {
            throw new RefusedException(ServerError.notSupported(
                    text.first() + " in a sql_mode that is not strict, over several databases"));
        }
        lastKey.before(open, text);
        settings.nextTransaction().before(open, text);
    }

    /** Returns true if the next statement must run on the connection of the last one. */
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

    /** Returns true if the client's statements go to one database, which may get those that the engine does not know. */
    boolean passesThrough(BackendSession open) {
        return open.database().passesThrough();
    }

    /** Must be called when a statement has failed. */
    void afterFailure(ClientText text, int error) throws SQLException {
        if (error == DEADLOCK && isInTransaction() && backend != null) {
            // The database has undone the transaction, and clients run it again without a word about the old one.
            backend.run(Request.of("ROLLBACK")).close();
        }
        // A statement that was not understood has changed nothing.
        after(error == SYNTAX ? null : text);
    }

    /**
     * As {@link #after}, of a statement whose answer is sent.
     *
     * @throws IOException a failure of the databases, after which the session ends: a second answer would be that of the
     *     next statement
     */
    void afterAnswer(ClientText text) throws IOException {
        try {
            after(text);
        } catch (SQLException failure) {
            throw new IOException("Connections did not go back after an answer", failure);
        }
    }

    /** Must be called when a statement has ended, well or not. */
    void after(@Nullable ClientText text) throws SQLException {
        BackendSession open = backend;
        if (open == null) {
            return;
        }
        held |= text != null && text.keeps();
        if (text != null && (text.first().equals("FLUSH") || text.first().equals("UNLOCK"))) {
            Words words = new Words(text.sql());
            readLocked =
                    words.is(0, "FLUSH") ? readLocked || words.contains("LOCK") : readLocked && !words.is(1, "TABLES");
        }
        if (text != null && text.changesTables()) {
            open.database().forgetDescriptions();
        }
        if (text != null) {
            lastKey.after(text);
        }
        boolean free = !open.isInTransaction();
        if (free) {
            transaction.ended();
            settings.nextTransaction().after(open, settings.readOnly());
        }
        if (!held && free) {
            lastKey.beforeGivingBack(open);
            open.giveBack();
            lastKey.gaveBack();
            // A connection kept now has nothing of the session: a statement was wrong, or only read or loaded a file.
            boolean other = !open.database().name().equals(databaseName);
            if (other || (cursors == 0 && open.keepsConnections())) {
                closeBackend();
            }
        } else if (!held && databaseName != null && !open.database().name().equals(databaseName)) {
            // With autocommit off a transaction has begun there, in which nothing was changed.
            closeBackend();
        }
    }

    void openedCursor() {
        cursors++;
    }

    void closedCursor() {
        cursors--;
    }

    /** Returns the client's error for an exception; SHOW WARNINGS tells of it from now on. */
    ServerError noted(SQLException failure) {
        ServerError error = names.shown(ServerErrors.of(failure, facts().isNative()));
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
        settings.reset();
        characters.reset();
        sqlModes.reset();
        warnings = List.of();
        lastKey.reset();
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
        readLocked = false;
        hasModes = false;
        transaction.ended();
        lastKey.ended();
        if (open != null && discard) {
            open.discard();
        } else if (open != null) {
            open.close();
        }
    }
}
