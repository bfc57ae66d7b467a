package io.shardkit.execute.driver;

import io.shardkit.execute.session.Session;
import io.shardkit.execute.watch.Cancelling;
import io.shardkit.execute.watch.Watch;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The running part of an execution, so that another thread can cancel it. Thread-safe. */
public abstract class Running {
    private static final VarHandle SINGLE;

    static {
        try {
            SINGLE = MethodHandles.lookup().findVarHandle(Running.class, "single", OpenStatement.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The driver's statement that runs alone. */
    private volatile @Nullable OpenStatement single;

    /** Statements that run together, by data source; each data source runs one at a time. */
    private @Nullable AtomicReferenceArray<@Nullable Statement> parts;

    /** Watch over the calls of the execution under way, if there may be several or there is a deadline. */
    private volatile @Nullable Watch watch;

    Running() {}

    /** A driver's statement starts to run alone, or null where it ended; cheaper than a volatile write. */
    public final void runs(@Nullable OpenStatement statement) {
        SINGLE.setRelease(this, statement);
    }

    /** The places, one for each data source, for drivers' statements that run together. */
    final synchronized AtomicReferenceArray<@Nullable Statement> parts(int dataSources) {
        if (parts == null || parts.length() < dataSources) {
            parts = new AtomicReferenceArray<>(dataSources);
        }
        return parts;
    }

    final void watchedBy(@Nullable Watch over) {
        watch = over;
    }

    /** As {@link Statement#cancel()}. */
    final void cancel(Session session) throws SQLException {
        Watch over = watch;
        if (over != null) {
            // Knows what else the statement has under way.
            over.stop();
        }
        AtomicReferenceArray<@Nullable Statement> together =
                parts(session.databases().members());
        Cancelling.cancel(session.watch(), () -> all(session, together), statement -> isRunning(statement, together));
    }

    private List<Cancelling.Running> all(Session session, AtomicReferenceArray<@Nullable Statement> together) {
        List<Cancelling.Running> all = new ArrayList<>();
        OpenStatement alone = single;
        if (alone != null) {
            all.add(new Cancelling.Running(alone.shard, alone.statement));
        }
        for (int i = 0; i < together.length(); i++) {
            Statement each = together.get(i);
            if (each != null) {
                all.add(new Cancelling.Running(session.physical().get(i), each));
            }
        }
        return all;
    }

    private boolean isRunning(Statement statement, AtomicReferenceArray<@Nullable Statement> together) {
        for (int i = 0; i < together.length(); i++) {
            if (together.get(i) == statement) {
                return true;
            }
        }
        OpenStatement alone = single;
        return alone != null && alone.statement == statement;
    }
}
