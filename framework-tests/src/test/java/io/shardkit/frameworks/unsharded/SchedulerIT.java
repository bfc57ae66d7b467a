package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;

/** db-scheduler keeps its tasks beside sharded tables, which a task changes. */
class SchedulerIT {

    private static String table(TestDatabase kind) {
        boolean mariadb = kind.speaksMysql();
        String time = mariadb ? "TIMESTAMP(6) NULL" : "TIMESTAMP WITH TIME ZONE";
        return "CREATE TABLE scheduled_tasks (task_name VARCHAR(40) NOT NULL, task_instance VARCHAR(40) NOT NULL,"
                + " task_data " + (kind == TestDatabase.POSTGRESQL ? "BYTEA" : "BLOB")
                + ", execution_time " + time.replace(" NULL", "") + " NOT NULL, picked BOOLEAN NOT NULL,"
                + " picked_by VARCHAR(50), last_success " + time + ", last_failure " + time
                + ", consecutive_failures INT, last_heartbeat " + time
                + ", version BIGINT NOT NULL, priority SMALLINT, PRIMARY KEY (task_name, task_instance))";
    }

    @ParameterizedTest
    @OnDatabases
    void fetchesThenLocks(TestDatabase kind) throws SQLException, InterruptedException {
        runs(kind, builder -> builder);
    }

    @ParameterizedTest
    @OnDatabases(TestDatabase.POSTGRESQL)
    void locksAsItFetches(TestDatabase kind) throws SQLException, InterruptedException {
        runs(kind, builder -> builder.pollUsingLockAndFetch(0.5, 1.0));
    }

    private static void runs(TestDatabase kind, UnaryOperator<SchedulerBuilder> polling)
            throws SQLException, InterruptedException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            databases.jdbc.execute(table(kind));
            CountDownLatch paid = new CountDownLatch(2);
            CountDownLatch swept = new CountDownLatch(2);
            OneTimeTask<Long> pay = Tasks.oneTime("pay", Long.class).execute((instance, context) -> {
                databases.jdbc.update("UPDATE t_order SET status = 'PAID' WHERE order_id = ?", instance.getData());
                paid.countDown();
            });
            RecurringTask<Void> sweep = Tasks.recurring("sweep", FixedDelay.of(Duration.ofMillis(50)))
                    .execute((instance, context) -> swept.countDown());
            Scheduler scheduler = polling.apply(Scheduler.create(databases.logical, pay)
                            .startTasks(sweep)
                            .threads(2)
                            .pollingInterval(Duration.ofMillis(50)))
                    .build();
            scheduler.start();
            try {
                scheduler.schedule(pay.instance("one", 1L), Instant.now());
                scheduler.schedule(pay.instance("four", 4L), Instant.now());
                scheduler.schedule(pay.instance("later", 3L), Instant.now().plusSeconds(3600));
                assertThat(paid.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(swept.await(30, TimeUnit.SECONDS)).isTrue();
            } finally {
                scheduler.stop();
            }
            assertThat(databases.jdbc.queryForList(
                            "SELECT task_instance FROM scheduled_tasks WHERE task_name = 'pay'", String.class))
                    .containsExactly("later");
            assertThat(databases.jdbc.queryForList(
                            "SELECT order_id FROM t_order WHERE status = 'PAID' ORDER BY order_id", Long.class))
                    .containsExactly(1L, 4L);
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }
}
