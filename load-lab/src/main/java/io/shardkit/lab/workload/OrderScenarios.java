package io.shardkit.lab.workload;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Task;
import io.shardkit.lab.subject.Pools;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workload A, scenario by scenario, for measuring it with loops other than the lab's: query, update and insert, by JDBC
 * and through Shardkit, over one and two servers with one and two tables each. Tasks are thread-safe.
 */
public final class OrderScenarios implements AutoCloseable {
    private static final int SERVERS = 2;

    private final Servers servers;
    private final Pools pools;
    private final OrderWorkload workload;
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    private OrderScenarios(Servers servers, Pools pools, OrderWorkload workload) {
        this.servers = servers;
        this.pools = pools;
        this.workload = workload;
        for (Step step : workload.steps()) {
            for (Contender each : step.contenders()) {
                tasks.put(step.operation() + ": " + each.name(), each.task());
            }
        }
    }

    /**
     * Makes and fills the tables.
     *
     * @param properties those of the lab, such as {@code lab.database} or {@code lab.servers}
     * @param threads the most that run a task at the same time
     */
    public static OrderScenarios open(Map<String, String> properties, int threads) throws SQLException {
        LabSettings settings = LabSettings.read(properties);
        Servers servers = Servers.start(settings, SERVERS);
        try {
            Pools pools = servers.pools(settings, false);
            try {
                return new OrderScenarios(servers, pools, new OrderWorkload(pools, settings, threads));
            } catch (SQLException | RuntimeException e) {
                pools.close();
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    /**
     * The names of all scenarios, such as {@code query: JDBC, 1 server, 1 table}: the 18 of the published report, the same
     * two servers by hand, and those of the peer if the build added it.
     */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String operation : OrderWorkload.OPERATIONS) {
            OrderWorkload.namesOnUpTo(SERVERS).forEach(who -> names.add(operation + ": " + who));
        }
        return names;
    }

    /**
     * Returns the task that a scenario repeats.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public Task task(String name) {
        Task task = tasks.get(name);
        if (task == null) {
            throw new IllegalArgumentException("no scenario is called " + name + ", but " + tasks.keySet());
        }
        return task;
    }

    /**
     * Compares what the databases hold with what was acknowledged; to be called when nothing runs.
     *
     * @throws IllegalStateException if rows are lost, doubled or wrong
     */
    public void check() throws SQLException {
        Check check = workload.check();
        boolean agrees = check.lines().stream().allMatch(line -> line.agrees());
        if (check.lost() > 0 || check.doubled() > 0 || !agrees) {
            throw new IllegalStateException(
                    check.lost() + " rows lost, " + check.doubled() + " doubled, " + check.lines());
        }
    }

    @Override
    public void close() {
        workload.close();
        pools.close();
        servers.close();
    }
}
