package io.shardkit.execute;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Cancels statements that run on other threads. A driver does that by another connection, which a frozen server accepts
 * and never answers: the statement loses its own connection then, so that whoever waits for it is released.
 */
public final class Cancelling {
    private Cancelling() {}

    /**
     * Cancels statements, side by side; returns in a second at most.
     *
     * @param running whether a statement still runs
     * @throws SQLException the first that a driver throws
     */
    public static void cancel(List<Statement> statements, Predicate<Statement> running) throws SQLException {
        List<Future<?>> cancels = statements.stream()
                .<Future<?>>map(statement -> Watchdog.helpers().submit(() -> {
                    Severing.cancel(statement);
                    return null;
                }))
                .toList();
        long until = System.nanoTime() + Watch.GRACE_NANOS;
        SQLException first = null;
        for (int i = 0; i < cancels.size(); i++) {
            try {
                cancels.get(i).get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException hanging) {
                if (running.test(statements.get(i))) {
                    Connection connection = statements.get(i).getConnection();
                    Severing.sever(connection);
                }
            } catch (InterruptedException later) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof SQLException failure) {
                    first = Transaction.joined(first, failure);
                } else if (failed.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
