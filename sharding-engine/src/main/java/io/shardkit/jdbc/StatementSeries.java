package io.shardkit.jdbc;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CommandRules.SeveralStatements;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.execute.driver.GeneratedKeyRows;
import io.shardkit.execute.driver.KeyRequest;
import io.shardkit.execute.session.DriverQuestions;
import io.shardkit.jdbc.result.ResultSets;
import io.shardkit.jdbc.result.ShardingResultSet;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.Plan;
import io.shardkit.plan.Refusal;
import io.shardkit.plan.StatementKind;
import io.shardkit.sql.statement.Parameters;
import io.shardkit.sql.text.StatementText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The statements of one text, which run one after the other until one fails, as the database runs such a text. Their
 * answers are shown as those of one statement. Not thread-safe.
 */
final class StatementSeries implements OtherAnswers.Next {
    private final ExecutingStatement<?> shown;
    private final ShardingConnection connection;
    private final KeyRequest keys;
    private final SeveralStatements rule;
    private final List<StatementText> texts;

    /** The statements that have run and whose answers are not shown to the end; the first one's are. */
    private final Deque<ShardingPreparedStatement> answering = new ArrayDeque<>();

    private boolean begun;

    /**
     * @param shown shows their answers
     * @param sql the text
     * @throws SQLException a refusal if such a text does not run on these databases, or its statements are not certain
     */
    StatementSeries(ExecutingStatement<?> shown, String sql, KeyRequest keys) throws SQLException {
        this.shown = shown;
        this.connection = shown.connection;
        this.keys = keys;
        Dialect dialect = shown.session().databases().dialect();
        this.rule = dialect.commands().severalStatements();
        this.texts = Attempt.walled(() -> StatementText.split(sql, dialect));
        if (rule == SeveralStatements.IN_ONE_TRANSACTION && texts.stream().anyMatch(StatementText::isOfTransaction)) {
            throw ShardingExceptions.of(
                    ErrorCode.SEVERAL_STATEMENTS, "among them one that begins or ends the transaction that they are");
        }
        if (rule != SeveralStatements.ONE_AFTER_THE_OTHER && texts.stream().anyMatch(StatementText::isOfSettings)) {
            throw ShardingExceptions.of(ErrorCode.SEVERAL_STATEMENTS, "among them one that changes the session");
        }
        String probe = dialect.commands().severalStatementsProbe();
        if (probe != null && !runs(probe)) {
            throw ShardingExceptions.of(
                    ErrorCode.SEVERAL_STATEMENTS, "and the data sources' driver is not told to allow that");
        }
    }

    private boolean runs(String probe) throws SQLException {
        return Boolean.TRUE.equals(
                new DriverQuestions(shown.session()).withConnection(connection.defaultDataSource(), physical -> {
                    try (Statement statement = physical.createStatement()) {
                        statement.execute(probe);
                        return true;
                    } catch (SQLSyntaxErrorException refused) {
                        return false;
                    }
                }));
    }

    /** The number of their parameters together. */
    int parameterCount() {
        StatementText last = texts.get(texts.size() - 1);
        return last.firstParameter() + last.parameters();
    }

    /** Runs all of them. */
    void run(Parameters parameters) throws SQLException {
        close();
        refuse();
        boolean transaction = rule == SeveralStatements.IN_ONE_TRANSACTION && connection.getAutoCommit();
        if (!transaction) {
            runAll(parameters);
            return;
        }
        connection.setAutoCommit(false);
        try {
            runAll(parameters);
            connection.commit();
        } catch (SQLException | RuntimeException failure) {
            rollback(failure);
            throw failure;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** Throws before the first one runs what is known to be refused, unless what comes before it may change that. */
    private void refuse() throws SQLException {
        for (StatementText text : texts) {
            Plan plan = connection.plan(text.sql());
            Refusal refusal = plan.statement().refusal();
            if (refusal != null) {
                throw refusal.exception();
            }
            if (plan.kind() == StatementKind.DDL || plan.kind() == StatementKind.SET || plan.asWritten() != null) {
                return;
            }
        }
    }

    private void rollback(Exception failure) {
        try {
            connection.rollback();
        } catch (SQLException further) {
            failure.addSuppressed(further);
        }
    }

    private void runAll(Parameters parameters) throws SQLException {
        try {
            for (StatementText text : texts) {
                ShardingPreparedStatement statement = connection.prepare(text.sql(), shown.execution.cursor(), keys);
                answering.add(statement);
                statement.take(shown, rule, parameters.part(text.firstParameter(), text.parameters()));
                statement.execute();
            }
        } catch (SQLException | RuntimeException failure) {
            close();
            throw failure;
        }
        while (rule == SeveralStatements.WITH_ONE_ANSWER && answering.size() > 1) {
            answering.removeLast().close();
        }
    }

    @Override
    public boolean next(int current) throws SQLException {
        ShardingPreparedStatement statement = answering.peekFirst();
        if (begun && statement != null && !statement.getMoreResults(current) && statement.getLargeUpdateCount() < 0) {
            answering.removeFirst().close();
            statement = answering.peekFirst();
        }
        begun = true;
        ShardingResultSet rows = statement == null ? null : (ShardingResultSet) statement.getResultSet();
        if (rows != null) {
            shown.answer(rows);
            return true;
        }
        shown.answer(statement == null ? -1 : statement.getLargeUpdateCount());
        return false;
    }

    /** The keys that the statement made whose answer is shown. */
    ResultSet keys() throws SQLException {
        ShardingPreparedStatement statement = answering.peekFirst();
        return statement == null
                ? ResultSets.inMemory(shown, GeneratedKeyRows.NONE.rows())
                : statement.getGeneratedKeys();
    }

    @Override
    public void close() throws SQLException {
        begun = false;
        while (!answering.isEmpty()) {
            answering.removeFirst().close();
        }
    }
}
