package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.ReceivedText;
import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.Command;
import io.shardkit.proxy.wire.PacketTooLargeException;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client on one thread, from the greeting to the end. Other threads may stop and end it. */
public final class ClientSession implements Resting {
    private static final Logger LOG = LoggerFactory.getLogger(ClientSession.class);
    private static final int SHOWN = 100;

    /** The most bytes in a packet of a login; drivers send some hundreds. */
    private static final int LOGIN_PACKET = 64 << 10;

    /** The silence of a client after which its session gives its thread back, where there are many sessions. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private enum Phase {
        WAITING,
        PARKED,
        BUSY,
        CLOSED
    }

    private final long id;
    private final Sessions sessions;
    private final Settings settings;
    private final ClientChannel channel;
    private final ClientState state;
    private final Replies replies;
    private final StatementRunner runner;
    private final PreparedStatements prepared;
    private final Login login;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.BUSY);
    private volatile boolean entered;
    private volatile @Nullable ServerError reason;
    private volatile boolean stopping;
    private volatile boolean inTransaction;
    private volatile @Nullable String user;
    private volatile @Nullable String running;
    private final long begun = System.nanoTime();
    private volatile long since = begun;

    /** @param tls for clients that ask for it; null if there is none */
    public ClientSession(
            long id,
            SocketChannel socket,
            Sessions sessions,
            Directory directory,
            Settings settings,
            @Nullable SSLContext tls)
            throws IOException {
        this.id = id;
        this.sessions = sessions;
        this.settings = settings;
        this.channel = new ClientChannel(socket, Math.min(LOGIN_PACKET, settings.maxPacket()));
        this.state = new ClientState(directory, settings);
        this.replies = new Replies(state, channel.writer());
        OwnStatements own = new OwnStatements(this, state, replies);
        this.runner = new StatementRunner(state, replies, own, new SchemaRights(state, channel.host()));
        this.prepared = new PreparedStatements(state, replies, runner, own, settings.maxPacket());
        this.login = new Login(channel, state, settings, tls);
    }

    long id() {
        return id;
    }

    String host() {
        return channel.host();
    }

    @Nullable String user() {
        return user;
    }

    @Override
    public SocketChannel channel() {
        return channel.channel();
    }

    /** Returns true if the session has ended or is about to. */
    boolean isClosed() {
        return phase.get() == Phase.CLOSED;
    }

    @Override
    public String threadName() {
        return "sharding-proxy-client-" + id;
    }

    @Override
    public void fail() {
        end();
    }

    @Override
    public boolean wake() {
        return phase.compareAndSet(Phase.PARKED, Phase.WAITING);
    }

    @Override
    public void run() {
        if (runOnThread()) {
            sessions.parking().park(this);
        }
    }

    /** @return whether it is to be parked; else it has ended */
    private boolean runOnThread() {
        boolean parked = false;
        try {
            if (entered || enter()) {
                parked = serve();
            }
        } catch (PacketTooLargeException large) {
            tell(ServerError.TOO_LARGE);
        } catch (ProtocolException wrong) {
            LOG.debug("Client {} does not speak the protocol: {}", id, wrong.getMessage());
            tell(ServerError.MALFORMED);
        } catch (EOFException gone) {
            ServerError expelled = reason;
            if (expelled == null) {
                LOG.trace("Client {} has gone", id);
            } else {
                LOG.debug("Client {} did not log in: {}", id, expelled.message());
                tell(expelled);
            }
        } catch (IOException gone) {
            LOG.debug("Client {} was lost", id, gone);
        } catch (RuntimeException | Error failure) {
            LOG.error("The session of client {} failed", id, failure);
            tell(new ServerError(1105, "HY000", "The session failed; see the log of the server"));
            if (failure instanceof VirtualMachineError grave) {
                throw grave;
            }
        } finally {
            if (!parked) {
                end();
            }
        }
        return parked;
    }

    private void tell(ServerError error) {
        try {
            channel.writer().sequence(channel.reader().nextSequence());
            replies.error(error);
            channel.writer().flush();
        } catch (IOException gone) {
            LOG.trace("Client {} has gone", id, gone);
        }
    }

    private void end() {
        phase.set(Phase.CLOSED);
        try {
            channel.close();
        } catch (IOException gone) {
            LOG.trace("Client {} has gone", id, gone);
        }
        prepared.closeAll();
        state.closeBackend();
        sessions.ended(this, user);
    }

    private boolean enter() throws IOException {
        ServerError refusal = sessions.refusal();
        if (refusal != null) {
            channel.writer().sequence(0);
            replies.error(refusal);
            channel.writer().flush();
            return false;
        }
        try {
            login.run(id);
            sessions.loggedIn(this, state.client.account());
            user = state.client.account().name();
            replies.ok();
            channel.writer().flush();
            channel.reader().limit(settings.maxPacket());
            entered = true;
            return true;
        } catch (RefusedException refused) {
            replies.error(refused.error());
            channel.writer().flush();
            return false;
        }
    }

    /** @return whether it is to be parked; else it has ended */
    private boolean serve() throws IOException {
        // Silence is looked for by another thread: a limit here would cost calls of the system with each packet.
        while (true) {
            channel.writer().rest();
            inTransaction = state.isInTransaction();
            running = null;
            since = System.nanoTime();
            phase.compareAndSet(Phase.BUSY, Phase.WAITING);
            if (stopping && !inTransaction) {
                return false;
            }
            if (!isSomethingSaid()) {
                return phase.compareAndSet(Phase.WAITING, Phase.PARKED);
            }
            byte[] packet = channel.reader().read(true);
            channel.writer().sequence(channel.reader().nextSequence());
            if (!phase.compareAndSet(Phase.WAITING, Phase.BUSY)) {
                return false;
            }
            since = System.nanoTime();
            if (packet.length == 0) {
                throw new ProtocolException("a packet without a command");
            }
            if (!command(packet)) {
                return false;
            }
            channel.writer().flush();
            if (state.isReleased()) {
                return false;
            }
        }
    }

    /**
     * Waits for the client: as long as it takes where there are threads for all, and over TLS, whose packets are not to be
     * seen from outside.
     */
    private boolean isSomethingSaid() throws IOException {
        if (!sessions.areMany() || channel.isEncrypted()) {
            return true;
        }
        channel.limit(PATIENCE);
        try {
            channel.reader().await();
            return true;
        } catch (SocketTimeoutException silent) {
            return false;
        } finally {
            channel.limit(Duration.ZERO);
        }
    }

    /** @return whether the session goes on */
    private boolean command(byte[] packet) throws IOException {
        PayloadReader reader = new PayloadReader(packet, 1);
        int command = packet[0] & 0xff;
        switch (command) {
            case Command.QUIT -> {
                return false;
            }
            case Command.QUERY -> {
                String sql = sql(reader);
                running = sql;
                if (sql != null) {
                    runner.query(sql);
                }
            }
            case Command.STMT_EXECUTE -> prepared.execute(reader);
            case Command.STMT_PREPARE -> {
                String sql = sql(reader);
                if (sql != null) {
                    prepared.prepare(sql);
                }
            }
            case Command.STMT_CLOSE -> prepared.close(reader);
            case Command.STMT_SEND_LONG_DATA -> prepared.longData(reader);
            case Command.STMT_RESET -> prepared.reset(reader);
            case Command.STMT_FETCH -> prepared.fetch(reader);
            case Command.PING -> replies.ok();
            case Command.RESET_CONNECTION -> {
                prepared.closeAll();
                state.reset();
                replies.ok();
            }
            default -> {
                return rareCommand(command, reader);
            }
        }
        return true;
    }

    private boolean rareCommand(int command, PayloadReader reader) throws IOException {
        try {
            switch (command) {
                case Command.INIT_DB -> {
                    state.use(text(reader), host());
                    replies.ok();
                }
                case Command.CHANGE_USER -> {
                    return changeUser(reader);
                }
                case Command.FIELD_LIST ->
                    fields(reader.terminated(state.characters.client().charset()));
                case Command.STATISTICS ->
                    replies.writer()
                            .begin()
                            .bytes(sessions.statistics().getBytes(StandardCharsets.US_ASCII))
                            .end();
                case Command.PROCESS_KILL -> {
                    kill(reader.int4() & 0xffffffffL, false);
                    replies.ok();
                }
                case Command.SET_OPTION -> {
                    option(reader.int2());
                    replies.eof();
                }
                default -> throw new RefusedException(ServerError.UNKNOWN_COMMAND);
            }
            return true;
        } catch (RefusedException refused) {
            replies.error(refused.error());
            return true;
        }
    }

    /** A statement; null if it is none in the client's letters, which it then is told. */
    private @Nullable String sql(PayloadReader reader) throws IOException {
        byte[] bytes = reader.rest();
        try {
            return ReceivedText.decode(bytes, state.characters.client().charset());
        } catch (CharacterCodingException wrong) {
            replies.error(new ServerError(
                    1300,
                    "HY000",
                    "Invalid " + state.characters.client().name() + " character string: '" + ReceivedText.shown(bytes)
                            + "'"));
            return null;
        }
    }

    private String text(PayloadReader reader) {
        return new String(reader.rest(), state.characters.client().charset());
    }

    private void option(int option) throws RefusedException {
        switch (option) {
            case 0 -> state.client.capability(Capability.MULTI_STATEMENTS, true);
            case 1 -> state.client.capability(Capability.MULTI_STATEMENTS, false);
            default -> throw new RefusedException(ServerError.UNKNOWN_COMMAND);
        }
    }

    private boolean changeUser(PayloadReader reader) throws IOException {
        prepared.closeAll();
        state.reset();
        try {
            login.change(reader);
            sessions.admit(state.client.account(), user);
            user = state.client.account().name();
            replies.ok();
            return true;
        } catch (RefusedException refused) {
            replies.error(refused.error());
            channel.writer().flush();
            return false;
        }
    }

    private void fields(String table) throws IOException, RefusedException {
        ClientText text = ClientText.of("SELECT * FROM `" + table.replace("`", "``") + "` LIMIT 0");
        try (Answer answer = state.backend(text).run(Request.of(text.sql()))) {
            for (ResultColumn column : answer.columns()) {
                state.characters
                        .shown(column.definition())
                        .writeListed(
                                replies.writer(), state.characters.results().charset(), state.client.isExtended());
            }
            replies.end(0, 0);
        } catch (SQLException failure) {
            runner.failed(text, state.noted(failure));
            return;
        }
        afterFields(text);
    }

    private void afterFields(ClientText text) {
        try {
            state.after(text);
        } catch (SQLException failure) {
            LOG.debug("Connections of client {} did not go back", id, failure);
        }
    }

    /**
     * Ends another session, or its statement.
     *
     * @throws RefusedException if there is none of that number, or it is another user's
     */
    void kill(long other, boolean statementOnly) throws RefusedException {
        ClientSession target = sessions.byId(other);
        if (target == null) {
            throw new RefusedException(new ServerError(1094, "HY000", "Unknown thread id: " + other));
        }
        if (!state.client.account().name().equals(target.user())) {
            throw new RefusedException(new ServerError(1095, "HY000", "You are not owner of thread " + other));
        }
        if (statementOnly) {
            target.state.cancel();
        } else {
            target.close();
        }
    }

    /** Ends it, whatever is under way; an open transaction is rolled back. */
    @Override
    public void close() {
        boolean parked = phase.getAndSet(Phase.CLOSED) == Phase.PARKED;
        if (parked) {
            end();
            return;
        }
        state.cancel();
        try {
            channel.close();
        } catch (IOException gone) {
            LOG.trace("Client {} has gone", id, gone);
        }
    }

    /** Tells whether it was opened before that time. */
    boolean isOlderThan(Duration time) {
        return System.nanoTime() - begun > time.toNanos();
    }

    /** Ends a login, whose client is told why. */
    void expel(ServerError why) {
        reason = why;
        try {
            channel.stopReading();
        } catch (IOException gone) {
            LOG.trace("Client {} has gone", id, gone);
        }
    }

    /** Returns the reason why the session's login was ended. */
    ServerError reason() {
        ServerError known = reason;
        return known == null ? ServerError.LOGIN_TIMEOUT : known;
    }

    /** Ends it if its client has said nothing for that time. */
    void endIfSilent(Duration time) {
        Phase now = phase.get();
        if ((now == Phase.WAITING || now == Phase.PARKED) && System.nanoTime() - since > time.toNanos()) {
            LOG.debug("Client {} said nothing for {}", id, time);
            closeFrom(now);
        }
    }

    /** Ends it as soon as no transaction is open and no statement under way. */
    public void stop() {
        stopping = true;
        Phase now = phase.get();
        if (!inTransaction && (now == Phase.WAITING || now == Phase.PARKED)) {
            closeFrom(now);
        }
    }

    /** Ends it if it has not begun anything since. */
    private void closeFrom(Phase before) {
        if (!phase.compareAndSet(before, Phase.CLOSED)) {
            return;
        }
        if (before == Phase.PARKED) {
            end();
        } else {
            close();
        }
    }

    List<List<@Nullable String>> processes(boolean full) {
        return sessions.processes(state.client.account().name(), full);
    }

    /** A row of SHOW PROCESSLIST. */
    List<@Nullable String> process(boolean full) {
        String sql = running;
        String info = sql == null || full || sql.length() <= SHOWN ? sql : sql.substring(0, SHOWN);
        List<@Nullable String> row = new ArrayList<>();
        row.add(Long.toString(id));
        row.add(user);
        row.add(channel.host() + ":" + channel.port());
        row.add(state.databaseName());
        row.add(phase.get() == Phase.BUSY ? "Query" : "Sleep");
        row.add(Long.toString((System.nanoTime() - since) / 1_000_000_000L));
        row.add("");
        row.add(info);
        return row;
    }
}
