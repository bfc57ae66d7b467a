package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Description;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.LimitParameters;
import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ProtocolException;
import io.shardkit.proxy.wire.ServerStatus;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of prepared statements, and those that are prepared. Not thread-safe. */
final class PreparedStatements {
    private static final int CURSOR_READ_ONLY = 1;
    private static final int MOST = 16_382;

    private final ClientState state;
    private final Replies replies;
    private final StatementRunner runner;
    private final OwnStatements own;
    private final int longest;
    private final Map<Integer, Handle> handles = new HashMap<>();
    private int lastId;

    /** One that is prepared. */
    private static final class Handle {
        final ClientText text;
        final @Nullable String database;
        final int[] types;
        final BitSet limits;
        final List<ResultColumn> described;
        final byte[] @Nullable [] longData;
        boolean tooLong;

        @Nullable Answer cursor;

        @Nullable ValueWriter values;

        Handle(ClientText text, @Nullable String database, Description description) {
            int parameters = description.parameters();
            this.described = description.columns();
            this.text = text;
            this.database = database;
            this.types = new int[parameters];
            this.limits = LimitParameters.of(text.sql());
            this.longData = new byte[parameters][];
        }

        void forgetData() {
            Arrays.fill(longData, null);
            tooLong = false;
        }

        void closeCursor(ClientState state) throws SQLException {
            Answer open = cursor;
            cursor = null;
            values = null;
            if (open != null) {
                state.closedCursor();
                open.close();
            }
        }
    }

    /** @param longest how many bytes a value may have that is sent in pieces */
    PreparedStatements(ClientState state, Replies replies, StatementRunner runner, OwnStatements own, int longest) {
        this.state = state;
        this.replies = replies;
        this.runner = runner;
        this.own = own;
        this.longest = longest;
    }

    void prepare(String sent) throws IOException {
        ClientText text = ClientText.of(state.opened(sent));
        try {
            if (text.first().isEmpty()) {
                throw new RefusedException(ServerError.EMPTY_QUERY);
            }
            if (handles.size() >= MOST) {
                throw new RefusedException(new ServerError(
                        1461,
                        "42000",
                        "Can't create more than max_prepared_stmt_count statements (current value: " + MOST + ")"));
            }
            runner.checkAllowed(text);
            Description description = describe(state.told(text, null));
            int id = ++lastId;
            handles.put(id, new Handle(text, state.databaseName(), description));
            List<ColumnDefinition> columns =
                    description.columns().stream().map(ResultColumn::definition).toList();
            replies.writer()
                    .begin()
                    .int1(0)
                    .int4(id)
                    .int2(columns.size())
                    .int2(description.parameters())
                    .int1(0)
                    .int2(0)
                    .end();
            replies.described(Collections.nCopies(description.parameters(), ColumnDefinition.parameter()));
            replies.described(columns);
            state.after(null);
        } catch (SQLException failure) {
            runner.failed(text, state.noted(failure));
        } catch (RefusedException refused) {
            runner.failed(text, refused.error());
        }
    }

    private Description describe(ClientText text) throws SQLException, RefusedException {
        boolean plain = text.sql().indexOf('?') < 0;
        boolean rows =
                switch (text.first()) {
                    case "SELECT", "WITH", "VALUES", "TABLE", "(" -> true;
                    default -> false;
                };
        if (plain && (!rows || OwnStatements.isQuery(text))) {
            return new Description(0, List.of());
        }
        BackendSession backend = state.backend(text);
        boolean oneDatabase = state.databaseName() != null;
        try {
            return backend.describe(text.sql(), rows && oneDatabase);
        } catch (SQLException refusal) {
            if (!rows || !AsWritten.isUnknown(refusal) || !state.passesThrough(backend)) {
                throw refusal;
            }
            state.hold();
            return backend.describeAsWritten(text.sql());
        }
    }

    void execute(PayloadReader packet) throws IOException {
        int id = packet.int4();
        int flags = packet.int1();
        packet.skip(4);
        Handle handle = handles.get(id);
        if (handle == null) {
            runner.fail(ServerError.unknownStatement(id & 0xffffffffL));
            return;
        }
        BoundValues values = BoundValues.read(
                        packet,
                        handle.types,
                        handle.longData,
                        state.characters.client().charset(),
                        state.facts().anyDates())
                .withLimits(handle.limits, state.facts().isMariaDb());
        try {
            handle.closeCursor(state);
            if (handle.tooLong) {
                throw new RefusedException(ServerError.TOO_LARGE);
            }
            if (!Objects.equals(handle.database, state.databaseName())) {
                throw new RefusedException(
                        new ServerError(1615, "HY000", "Prepared statement needs to be re-prepared"));
            }
            run(handle, state.told(handle.text, values), values, (flags & CURSOR_READ_ONLY) != 0);
        } catch (SQLException failure) {
            runner.failed(handle.text, state.noted(failure));
        } catch (RefusedException refused) {
            runner.failed(handle.text, refused.error());
        } finally {
            handle.forgetData();
        }
    }

    private void run(Handle handle, ClientText text, BoundValues values, boolean cursor)
            throws IOException, SQLException, RefusedException {
        if (handle.types.length == 0 && answersItself(text)) {
            state.afterAnswer(text);
            return;
        }
        if (!cursor || !text.first().equals("SELECT")) {
            runner.run(text, new Execution(values, handle.described), 0, 0);
            return;
        }
        state.warnings = List.of();
        BackendSession backend = state.backend(text);
        state.before(backend, text);
        Answer answer = backend.run(new Request(text.sql(), values, false, false, 0));
        try {
            handle.values = runner.columns(
                    answer, new Execution(values, handle.described), null, true, ServerStatus.CURSOR_EXISTS);
            handle.cursor = answer;
            state.openedCursor();
        } finally {
            if (handle.cursor == null) {
                answer.close();
            }
        }
        state.afterAnswer(text);
    }

    private boolean answersItself(ClientText text) throws IOException, SQLException, RefusedException {
        replies.binary(true);
        try {
            return own.answer(text, 0);
        } finally {
            replies.binary(false);
        }
    }

    void fetch(PayloadReader packet) throws IOException {
        int id = packet.int4();
        long most = packet.int4() & 0xffffffffL;
        Handle handle = handles.get(id);
        Answer cursor = handle == null ? null : handle.cursor;
        ValueWriter values = handle == null ? null : handle.values;
        if (handle == null || cursor == null || values == null) {
            runner.fail(new ServerError(1421, "HY000", "The statement (" + id + ") has no open cursor."));
            return;
        }
        try {
            ResultSet rows = Objects.requireNonNull(cursor.rows());
            boolean more = StatementRunner.send(rows, values, true, most, replies);
            if (!more) {
                handle.closeCursor(state);
                state.after(null);
            }
            replies.end(0, more ? ServerStatus.CURSOR_EXISTS : ServerStatus.LAST_ROW_SENT);
        } catch (SQLException failure) {
            runner.fail(state.noted(failure));
        }
    }

    void longData(PayloadReader packet) throws ProtocolException {
        int id = packet.int4();
        int parameter = packet.int2();
        Handle handle = handles.get(id);
        if (handle == null || parameter >= handle.types.length) {
            return;
        }
        byte[] before = handle.longData[parameter];
        byte[] piece = packet.rest();
        if (before == null) {
            handle.longData[parameter] = piece;
        } else if (before.length + (long) piece.length > longest) {
            handle.tooLong = true;
        } else {
            byte[] joined = Arrays.copyOf(before, before.length + piece.length);
            System.arraycopy(piece, 0, joined, before.length, piece.length);
            handle.longData[parameter] = joined;
        }
    }

    void reset(PayloadReader packet) throws IOException {
        int id = packet.int4();
        Handle handle = handles.get(id);
        if (handle == null) {
            runner.fail(ServerError.unknownStatement(id & 0xffffffffL));
            return;
        }
        handle.forgetData();
        close(handle);
        replies.ok();
    }

    /** Nothing is answered. */
    void close(PayloadReader packet) throws ProtocolException {
        Handle handle = handles.remove(packet.int4());
        if (handle != null) {
            close(handle);
        }
    }

    private void close(Handle handle) {
        try {
            boolean open = handle.cursor != null;
            handle.closeCursor(state);
            if (open) {
                state.after(null);
            }
        } catch (SQLException dead) {
            state.noted(dead);
        }
    }

    /** Forgets all of them. */
    void closeAll() {
        handles.values().forEach(this::close);
        handles.clear();
    }
}
