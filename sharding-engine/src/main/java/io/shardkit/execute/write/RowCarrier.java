package io.shardkit.execute.write;

import io.shardkit.catalog.Column;
import io.shardkit.execute.CallRunner;
import io.shardkit.execute.ShardConnection;
import io.shardkit.execute.gather.RowCopy;
import io.shardkit.execute.scatter.ShardExecutor;
import io.shardkit.execute.session.Session;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ParameterMapping;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.move.RowMove;
import io.shardkit.sql.statement.Parameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Carries rows whose sharding key an UPDATE has changed to where they belong, in the open transaction. */
final class RowCarrier {
    /** The names that moves give to their triggers. */
    private static final Pattern JOURNAL = Pattern.compile("(?i)sk_[a-z0-9_]{1,20}_[0-9a-f]{8}_[a-z]");

    private final WriteRun<?, ?> run;
    private final Session session;
    private final RowMove move;

    RowCarrier(WriteRun<?, ?> run, RowMove move) {
        this.run = run;
        this.session = run.session();
        this.move = move;
    }

    RowMove move() {
        return move;
    }

    /** Tells others that rows of the table are about to move, until the transaction ends. */
    void begin() throws SQLException {
        run.executor().moves().begin(move.columns().table(), session.transaction());
    }

    /**
     * Returns the reason why rows of a unit may not move, as something would act on the rows as on deleted or new ones;
     * null if they may.
     */
    @Nullable String refusal(int unit) throws SQLException {
        String known = move.refusal(unit);
        if (known != null) {
            return known;
        }
        Optional<String> leaving = acting(move.actsOnRows(unit));
        return leaving.isPresent()
                ? leaving.get()
                : acting(move.actsOnRows(move.goal(unit))).orElse(null);
    }

    private Optional<String> acting(ShardCall question) throws SQLException {
        ShardConnection shard = session.connection(question.dataSource());
        try (PreparedStatement statement = open(shard, question)) {
            run.deadline().limit(statement);
            return ShardExecutor.observed(session.databases(), question, shard, () -> {
                try (ResultSet found = shard.calling(statement, statement::executeQuery)) {
                    while (found.next()) {
                        if (!isJournal(found.getString(2))) {
                            return Optional.of("and " + found.getString(1) + " " + found.getString(2) + " would act");
                        }
                    }
                    return Optional.<String>empty();
                }
            });
        }
    }

    /**
     * Returns true for a trigger that tells a move of the table which rows are written: it does so as well if they are
     * deleted here and inserted there.
     */
    static boolean isJournal(String trigger) {
        return JOURNAL.matcher(trigger).matches();
    }

    /** Carries so many rows of a unit, whose values are new already. */
    void carry(int unit, long count) throws SQLException {
        String table = move.actual(unit);
        long written = write(unit, table, count);
        check(count, written, run(StatementKind.DELETE, move.delete(unit, table)));
    }

    /**
     * Writes rows of a unit where they belong.
     *
     * @param table where they are, with their new values
     * @param count how many there have to be
     * @return how many were written
     */
    long write(int unit, String table, long count) throws SQLException {
        List<@Nullable Object[]> rows = read(move.read(unit, table));
        check(rows, unit, count);
        try {
            return move.isApart(unit) ? write(unit, rows) : run(StatementKind.INSERT, move.copy(unit, table));
        } catch (SQLIntegrityConstraintViolationException taken) {
            if (!move.columns().ignores()) {
                throw taken;
            }
            SQLException refusal =
                    move.columns().refused("and the row may not be there, so that IGNORE leaves it alone");
            refusal.initCause(taken);
            throw refusal;
        }
    }

    /** The carried columns of the rows that a call selects. */
    List<@Nullable Object[]> read(ShardCall call) throws SQLException {
        ShardConnection from = session.connection(call.dataSource());
        List<Column> columns = move.columns().carried();
        return ShardExecutor.observed(
                session.databases(), call, from, () -> RowCopy.read(from, call, columns, run.deadline()));
    }

    /** Each of the rows has to come there and to be gone here. */
    void check(long count, long written, long deleted) throws SQLException {
        if (written != count || deleted != count) {
            throw move.columns()
                    .refused("and of " + count + " rows " + written + " were written and " + deleted + " deleted");
        }
    }

    private long write(int unit, List<@Nullable Object[]> rows) throws SQLException {
        ShardCall call = move.write(unit);
        session.transactions().beforeWrite(call.dataSource());
        session.transaction().left(move.columns().table().dataSource(unit));
        ShardConnection to = session.connection(call.dataSource());
        long start = System.nanoTime();
        try {
            return ShardExecutor.observed(
                    session.databases(),
                    call,
                    to,
                    () -> RowCopy.write(
                            to,
                            move.head(unit),
                            move.columns().carried(),
                            rows,
                            session.databases().dialect(),
                            run.deadline()));
        } catch (SQLException | RuntimeException failure) {
            session.failed(failure, to, StatementKind.INSERT, 1, 0, start);
            throw failure;
        }
    }

    /** Checks that each row is as the UPDATE left it, changed by nothing else, and would be written as it is. */
    private void check(List<@Nullable Object[]> rows, int unit, long count) throws SQLException {
        if (rows.size() != count) {
            throw move.columns().refused("and " + rows.size() + " of " + count + " rows are found again");
        }
        BitSet goal = new BitSet();
        goal.set(move.goal(unit));
        List<Column> columns = move.columns().carried();
        for (@Nullable Object[] row : rows) {
            if (!move.columns().placement().units(row, null).equals(goal)) {
                throw move.columns().refused("and the database gives it another value");
            }
            for (int i = 0; i < row.length; i++) {
                Object value = row[i];
                if (columns.get(i).filling().countsOnZero() && value != null && isZero(value)) {
                    throw move.columns().refused("and " + columns.get(i).name() + " is 0, which the database numbers");
                }
            }
        }
    }

    private static boolean isZero(Object value) {
        try {
            return Double.parseDouble(value.toString()) == 0;
        } catch (NumberFormatException other) {
            return false;
        }
    }

    /** Runs a call of the move itself, and gives its count. */
    long run(StatementKind kind, ShardCall call) throws SQLException {
        CallRunner<Long> runner = new CallRunner<>(
                RowCarrier::open,
                (statement, sent) -> {
                    try (Statement open = statement) {
                        return (long) ((PreparedStatement) open).executeUpdate();
                    }
                },
                null);
        return run.executor()
                .write(
                        session,
                        kind,
                        List.of(call),
                        runner,
                        run.deadline().secondsLeft(),
                        ParallelismChoice.IN_TURN,
                        counts -> counts.get(0));
    }

    /** The statement of a call whose parameters are all computed. */
    static PreparedStatement open(ShardConnection shard, ShardCall call) throws SQLException {
        PreparedStatement statement = shard.connection().prepareStatement(call.sql());
        try {
            ParameterMapping mapping = Objects.requireNonNull(call.mapping());
            mapping.apply(Parameters.NONE, statement);
            return statement;
        } catch (SQLException | RuntimeException failure) {
            try {
                statement.close();
            } catch (SQLException second) {
                failure.addSuppressed(second);
            }
            throw failure;
        }
    }
}
