package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.Answer;
import io.shardkit.proxy.backend.BackendSession;
import io.shardkit.proxy.backend.Request;
import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.backend.Warning;
import io.shardkit.proxy.sql.ClientText;
import io.shardkit.proxy.sql.Words;
import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.ServerStatus;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs statements and sends what they answer, row by row. */
final class StatementRunner {
    private static final Logger LOG = LoggerFactory.getLogger(StatementRunner.class);

    private final ClientState state;
    private final Replies replies;
    private final OwnStatements own;
    private final AsWritten asWritten;
    private final SchemaRights rights;

    StatementRunner(ClientState state, Replies replies, OwnStatements own, SchemaRights rights) {
        this.state = state;
        this.replies = replies;
        this.own = own;
        this.asWritten = new AsWritten(state);
        this.rights = rights;
    }

    /** COM_QUERY: one statement or, for a client that may send them, several. */
    void query(String sent) throws IOException {
        boolean several = state.client.has(Capability.MULTI_STATEMENTS);
        String sql = state.opened(sent);
        List<ClientText> texts = several ? ClientText.split(sql) : single(sql);
        if (texts.isEmpty()) {
            nothing(sent);
            return;
        }
        for (int i = 0; i < texts.size(); i++) {
            int more = i + 1 < texts.size() ? ServerStatus.MORE_RESULTS : 0;
            if (!run(texts.get(i), more) || state.isReleased()) {
                return;
            }
        }
    }

    /** To the servers a comment alone is a statement, and a semicolon alone is none. */
    private void nothing(String sent) throws IOException {
        if (sent.strip().replace(";", "").isEmpty()) {
            fail(ServerError.EMPTY_QUERY);
        } else {
            replies.ok();
        }
    }

    private static List<ClientText> single(String sql) {
        ClientText text = ClientText.of(sql);
        return text.first().isEmpty() ? List.of() : List.of(text);
    }

    /** @return whether the next one of the same text may run */
    private boolean run(ClientText sent, int more) throws IOException {
        ClientText text = sent;
        try {
            checkAllowed(text);
            text = state.told(text, null);
            if (own.answer(text, more)) {
                state.afterAnswer(text);
                return true;
            }
            ClientText timed = withoutTime(text);
            run(timed, null, text.equals(timed) ? 0 : seconds(text), more);
            return true;
        } catch (SQLException failure) {
            failed(text, state.noted(failure));
        } catch (RefusedException refused) {
            failed(text, refused.error());
        }
        return false;
    }

    /**
     * Refuses what would have the databases' driver read a file of the server, and the schemas that the user may not use.
     *
     * @throws RefusedException as the server that has it switched off, or has given no rights
     */
    void checkAllowed(ClientText text) throws RefusedException, SQLException {
        rights.check(text);
        if (text.loadsLocal()) {
            throw new RefusedException(
                    state.facts().isMariaDb()
                            ? new ServerError(
                                    4166,
                                    "HY000",
                                    "The used command is not allowed because the MariaDB server or client has disabled the local infile capability")
                            : new ServerError(
                                    3948,
                                    "42000",
                                    "Loading local data is disabled; this must be enabled on both the client and server sides"));
        }
    }

    /** {@code SET STATEMENT max_statement_time = 2 FOR ...}, by which clients of MariaDB limit a statement's time. */
    private static ClientText withoutTime(ClientText text) {
        if (!text.first().equals("SET")) {
            return text;
        }
        Words words = new Words(text.sql());
        boolean timed = words.are(1, "STATEMENT", "max_statement_time", "=") && forAt(words) > 0;
        return timed ? ClientText.of(words.text(forAt(words) + 1, words.size())) : text;
    }

    private static int forAt(Words words) {
        // A number with a point is three tokens.
        return words.is(5, "FOR") ? 5 : words.is(7, "FOR") ? 7 : -1;
    }

    private static int seconds(ClientText text) {
        Words words = new Words(text.sql());
        try {
            return new BigDecimal(words.text(4, forAt(words)))
                    .setScale(0, RoundingMode.CEILING)
                    .intValueExact();
        } catch (ArithmeticException | NumberFormatException none) {
            return 0;
        }
    }

    /**
     * Runs a statement of a database and sends its answers.
     *
     * @param execution of a prepared statement, whose rows go in the binary protocol; null for a text
     */
    void run(ClientText text, @Nullable Execution execution, int seconds, int more)
            throws IOException, SQLException, RefusedException {
        state.warnings = List.of();
        BackendSession backend = state.backend(text);
        state.before(backend, text);
        Request request = new Request(
                text.sql(),
                execution == null ? null : execution.values(),
                text.mayMakeKeys(),
                text.mayHaveSeveralAnswers(),
                seconds);
        try (Answer answer = answer(backend, text, request)) {
            send(backend, answer, text, execution, more);
        }
        state.afterAnswer(text);
    }

    private Answer answer(BackendSession backend, ClientText text, Request request)
            throws SQLException, RefusedException {
        Answer own = asWritten.run(backend, text, request);
        if (own != null) {
            return own;
        }
        try {
            return backend.run(request);
        } catch (SQLException failure) {
            Answer second = asWritten.refused(backend, text, request, failure);
            if (second == null) {
                throw UnknownSavepoint.of(text, failure);
            }
            return second;
        }
    }

    private void send(BackendSession backend, Answer answer, ClientText text, @Nullable Execution execution, int more)
            throws IOException, SQLException, RefusedException {
        try {
            boolean last;
            do {
                last = send(answer, text, execution, more);
            } while (!last);
        } catch (IOException gone) {
            // The client is gone and does not read the other rows, so they are not to be read from the database either.
            backend.cancel();
            throw gone;
        }
    }

    /** @return whether it was the last answer */
    private boolean send(Answer answer, ClientText text, @Nullable Execution execution, int more)
            throws IOException, SQLException, RefusedException {
        ResultSet rows = answer.rows();
        if (rows == null) {
            long count = answer.count();
            long key = answer.firstKey();
            state.lastKey.answered(key, key != 0 && LastKey.isGenerated(key, text, execution));
            List<Warning> warnings = warnings(answer);
            boolean another = answer.next();
            replies.ok(count, key, warnings.size(), another ? ServerStatus.MORE_RESULTS : more);
            return !another;
        }
        if (CharacterVariables.areListedBy(text)) {
            variables(answer, rows, text, execution, more);
            return true;
        }
        rows(answer, rows, execution, state.names.shown());
        List<Warning> warnings = warnings(answer);
        boolean another = answer.next();
        replies.end(warnings.size(), another ? ServerStatus.MORE_RESULTS : more);
        return !another;
    }

    /** Sends what SHOW VARIABLES lists, some of which are known here alone. */
    private void variables(Answer answer, ResultSet rows, ClientText text, @Nullable Execution execution, int more)
            throws IOException, SQLException, RefusedException {
        List<List<@Nullable String>> told = new ArrayList<>();
        while (rows.next()) {
            List<@Nullable String> row = new ArrayList<>();
            row.add(rows.getString(1));
            row.add(rows.getString(2));
            told.add(row);
        }
        answer.close();
        for (List<@Nullable String> row : told) {
            String name = String.valueOf(row.get(0)).toLowerCase(Locale.ROOT);
            if (CharacterVariables.isOne(name)) {
                String value = state.character(name, text);
                row.set(1, value == null ? "" : value);
            } else if (name.equals("sql_mode") && state.sqlModes.onlyReads()) {
                row.set(1, state.sqlModes.current(text));
            } else if (name.equals("autocommit")) {
                row.set(1, state.settings.autoCommit() ? "ON" : "OFF");
            }
        }
        replies.binary(execution != null);
        replies.table(answer.columns().stream().map(ResultColumn::definition).toList(), told, more);
        replies.binary(false);
    }

    /** Sends columns and rows, without their end. */
    private void rows(Answer answer, ResultSet rows, @Nullable Execution execution, @Nullable ShownNames names)
            throws IOException, SQLException {
        ValueWriter values = columns(answer, execution, names, false, 0);
        send(rows, values, execution != null, Long.MAX_VALUE, replies);
    }

    /**
     * Sends the columns, and gives what writes the rows.
     *
     * @param names those in the answer that are shown otherwise, or null
     */
    ValueWriter columns(
            Answer answer, @Nullable Execution execution, @Nullable ShownNames names, boolean withEnd, int more)
            throws IOException, SQLException {
        List<ResultColumn> described = execution == null ? answer.columns() : execution.named(answer.columns());
        List<ResultColumn> columns = names == null ? described : names.columns(described);
        replies.results(columns, withEnd, more);
        return new ValueWriter(
                replies.writer(), state.characters.results().charset(), columns, answer.hasSentTexts(), names);
    }

    /**
     * Sends rows.
     *
     * @return whether there may be more of them
     */
    static boolean send(ResultSet rows, ValueWriter values, boolean binary, long most, Replies replies)
            throws IOException, SQLException {
        for (long sent = 0; sent < most; sent++) {
            if (!rows.next()) {
                return false;
            }
            try {
                if (binary) {
                    values.binary(rows);
                } else {
                    values.text(rows);
                }
            } catch (SQLException failure) {
                replies.writer().discard();
                throw failure;
            } catch (RuntimeException failure) {
                replies.writer().discard();
                throw unreadable(failure);
            }
        }
        return true;
    }

    /** Drivers fail at dates that no calendar has, where rows come in the binary protocol. */
    private static SQLException unreadable(RuntimeException failure) {
        return failure instanceof DateTimeException
                ? new SQLDataException(
                        "A date that no calendar has, which the driver cannot read: CAST it to CHAR", "22007", failure)
                : new SQLException("A value could not be read; see the log of the server", "HY000", failure);
    }

    private List<Warning> warnings(Answer answer) throws SQLException {
        List<Warning> warnings = answer.warnings();
        state.warnings = warnings;
        return warnings;
    }

    void fail(ServerError error) throws IOException {
        replies.error(error);
    }

    /** A statement has failed: what it needs no longer goes back, and the client is told. */
    void failed(ClientText text, ServerError error) throws IOException {
        replies.error(error);
        try {
            state.afterFailure(text, error.number());
        } catch (SQLException second) {
            // The databases' connections are not usable; the next statement gets others.
            LOG.debug("Connections did not go back after a failure", second);
        }
    }
}
