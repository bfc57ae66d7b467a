package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Workloads over the same tables. Each is one operation as an application does it: it gets a connection, prepares,
 * binds, executes, reads all and closes. It answers a checksum of what it read, so that the subjects can be compared.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public abstract class JmhWorkload {
    /** Set by JMH. */
    @Param("H2")
    public Database database = Database.H2;

    /** Set by JMH, the innermost parameter: subjects of one workload follow each other. */
    @Param({"HAND", "SHARDKIT"})
    public Variant subject = Variant.HAND;

    private @Nullable Pools pools;
    private @Nullable Opened opened;
    private @Nullable Subject running;

    /** The logical tables. */
    abstract List<Layout> layouts();

    /** Makes the tables as they are before the first operation. */
    abstract void createTables(Pools on) throws SQLException;

    /** Variants by hand that are worth a comparison besides the common ones. */
    List<Variant> alternatives() {
        return List.of();
    }

    /** Returns the JVM's heap size, where the database is not in the JVM. */
    String heap() {
        return "2g";
    }

    /** Returns true if many threads show more than one thread does. */
    boolean measuresManyThreads() {
        return true;
    }

    /** Sets up databases and subject. */
    @Setup(Level.Trial)
    public void open() throws SQLException {
        Pools on = Databases.open(database);
        pools = on;
        createTables(on);
        Opened sources = new Opened(on, 0);
        opened = sources;
        Subject over = subject.open(on, layouts(), sources);
        running = over;
        start(on, over);
    }

    /** Prepares what a subject needs besides; called once, after {@link #createTables}. */
    void start(Pools on, Subject over) throws SQLException {}

    /** Removes what operations inserted, if they do. */
    public void clear() throws SQLException {}

    /** Closes them. */
    @TearDown(Level.Trial)
    public void close() {
        if (opened != null) {
            opened.close();
        }
        if (pools != null) {
            pools.close();
        }
    }

    /** The pools, while open. */
    final Pools pools() {
        if (pools == null) {
            throw new IllegalStateException("not open");
        }
        return pools;
    }

    /** The subject, while open. */
    final Subject subject() {
        if (running == null) {
            throw new IllegalStateException("not open");
        }
        return running;
    }

    /** A statement over these tables. */
    final Text query(String sql) {
        return Text.of(sql, layouts());
    }
}
