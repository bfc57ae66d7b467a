package io.shardkit.benchmarks;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.lab.load.Task;
import io.shardkit.lab.subject.Address;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.workload.OrderScenarios;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
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
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A scenario of the order workload, which the load lab has and checks: an operation as an application does it, by JDBC
 * routed by hand or through Shardkit. It ends with an error if the databases do not hold what was acknowledged.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class OrderScenario {
    /** Set by JMH. */
    @Param("H2")
    public Database database = Database.H2;

    /** Its name, one of {@link OrderScenarios#names}; set by JMH. */
    @Param("query: JDBC, 1 server, 1 table")
    public String scenario = "";

    private @Nullable OrderScenarios opened;
    private @Nullable Task task;

    /** Makes the tables. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) throws SQLException {
        open(params.getThreads());
    }

    void open(int threads) throws SQLException {
        Map<String, String> properties = new HashMap<>(Map.of("lab", "A", "lab.pool", "72"));
        if (database == Database.H2) {
            properties.put("lab.database", database.name());
        } else {
            Address address = Databases.address(database, 0);
            properties.put(
                    "lab.servers",
                    address.url() + " " + Databases.address(database, 1).url());
            properties.put("lab.user", address.user());
            properties.put("lab.password", address.password());
        }
        OrderScenarios scenarios = OrderScenarios.open(properties, threads);
        opened = scenarios;
        task = scenarios.task(scenario);
    }

    /** Runs it once. */
    @Benchmark
    public void run(ThreadParams thread) throws Exception {
        run(thread.getThreadIndex());
    }

    void run(int worker) throws Exception {
        if (task == null) {
            throw new IllegalStateException("not open");
        }
        task.run(worker);
    }

    /** Checks the databases. */
    @TearDown(Level.Trial)
    public void close() throws SQLException {
        if (opened != null) {
            try (OrderScenarios scenarios = opened) {
                scenarios.check();
            }
        }
    }
}
