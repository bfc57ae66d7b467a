package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.template.TemplateFile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a file, in its batches, over logical tables. The rows of its table are counted before the first and
 * after the last. Thread-safe.
 */
final class FileInserts {
    private final TemplateFile file;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private @Nullable Long before;

    FileInserts(TemplateFile file) {
        this.file = file;
    }

    /** Sends a batch. */
    void insert(Subject subject) throws SQLException {
        long from;
        synchronized (this) {
            if (before == null) {
                before = count(subject);
            }
            from = next.getAndAdd(file.batch());
        }
        boolean done = false;
        try (Connection connection = subject.connection(0);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(file.autocommit());
            for (long id = from; id < from + file.batch(); id++) {
                statement.addBatch(file.sql().make(id, ThreadLocalRandom.current()));
            }
            statement.executeBatch();
            if (!file.autocommit()) {
                connection.commit();
            }
            done = true;
            connection.setAutoCommit(true);
        } finally {
            (done ? acknowledged : unknown).addAndGet(file.batch());
        }
    }

    private long count(Subject subject) throws SQLException {
        try (Connection connection = subject.connection(0);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + file.table())) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Counts the rows. */
    synchronized void check(Subject subject, Check check) throws SQLException {
        Long first = before;
        if (first == null || unknown.get() > 0) {
            return;
        }
        long found = count(subject) - first;
        check.line("rows of the file", acknowledged.get(), found);
        check.lost(Math.max(0, acknowledged.get() - found));
        check.doubled(Math.max(0, found - acknowledged.get()));
    }
}
