package io.shardkit.execute.scatter;

import io.shardkit.execute.session.Session;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.ShardCall;
import io.shardkit.plan.StatementKind;
import io.shardkit.plan.unique.UniquenessProbe;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks data sources whether unique keys are taken. For one execution; used from several threads. */
public final class UniquenessProbes {
    private UniquenessProbes() {}

    /**
     * Asks, within the open transaction if there is one.
     *
     * @param timeoutSeconds for all questions together, 0 for none
     * @throws SQLException a coded refusal if one is taken
     */
    public static void ask(Session session, ShardExecutor executor, UniquenessProbe.All questions, int timeoutSeconds)
            throws SQLException {
        SQLException taken = taken(session, executor, questions, timeoutSeconds);
        if (taken != null) {
            throw taken;
        }
    }

    /**
     * As {@link #ask}, but tells that one is taken. Keys that are to be locked are, within a transaction that has to be open.
     *
     * @return what says so, or null if none is
     */
    public static @Nullable SQLException taken(
            Session session, ShardExecutor executor, UniquenessProbe.All asked, int timeoutSeconds)
            throws SQLException {
        if (asked.isEmpty()) {
            return null;
        }
        List<UniquenessProbe> questions = asked.probes();
        boolean locked = !asked.locks().isEmpty();
        String suffix = locked ? session.databases().dialect().transactions().readOfWrite() : "";
        if (locked) {
            KeyLocking.lock(
                    session,
                    asked.locks(),
                    calls -> numbers(
                            session,
                            executor,
                            StatementKind.LOCKING_QUERY,
                            calls,
                            timeoutSeconds,
                            ParallelismChoice.IN_TURN));
        }
        List<ShardCall> calls =
                questions.stream().map(question -> question.call(suffix)).toList();
        List<List<Integer>> answers = numbers(
                session,
                executor,
                suffix.isEmpty() ? StatementKind.QUERY : StatementKind.LOCKING_QUERY,
                calls,
                timeoutSeconds,
                questions.get(0).parallelism());
        for (int i = 0; i < answers.size(); i++) {
            if (!answers.get(i).isEmpty()) {
                return questions.get(i).taken(answers.get(i).get(0));
            }
        }
        return null;
    }

    /**
     * Asks questions that have their own values, and whose answers are numbers.
     *
     * @param timeoutSeconds for all questions together, 0 for none
     * @return for each of them the numbers in its rows
     */
    public static List<List<Integer>> numbers(
            Session session,
            ShardExecutor executor,
            StatementKind kind,
            List<ShardCall> calls,
            int timeoutSeconds,
            ParallelismChoice parallelism)
            throws SQLException {
        try (OwnCalls asking = new OwnCalls()) {
            List<ResultSet> answers =
                    executor.query(session, kind, calls, asking.asking(), timeoutSeconds, parallelism);
            List<List<Integer>> numbers = new ArrayList<>();
            for (ResultSet answer : answers) {
                List<Integer> own = new ArrayList<>();
                while (answer.next()) {
                    own.add(answer.getInt(1));
                }
                numbers.add(own);
            }
            return numbers;
        }
    }
}
