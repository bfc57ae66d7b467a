package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.configuration.support.MapJobRegistry;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.support.TaskExecutorJobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.JdbcJobRepositoryFactoryBean;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.repeat.RepeatStatus;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Spring Batch keeps what it knows of its jobs beside sharded tables, which a step changes. */
class BatchIT {

    @ParameterizedTest
    @OnDatabases
    void aJobFailsAndGoesOn(TestDatabase kind) throws Exception {
        // Spring Batch goes by the name that the driver tells.
        runs(kind, kind.isByConnectorJ() ? "mysql" : kind.name().toLowerCase(Locale.ROOT));
    }

    private static void runs(TestDatabase kind, String schema) throws Exception {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            databases.runResource("org/springframework/batch/core/schema-" + schema + ".sql");
            JdbcTransactionManager transactions = new JdbcTransactionManager(databases.logical);
            JdbcJobRepositoryFactoryBean factory = new JdbcJobRepositoryFactoryBean();
            factory.setDataSource(databases.logical);
            factory.setTransactionManager(transactions);
            factory.afterPropertiesSet();
            JobRepository repository = factory.getObject();

            AtomicInteger attempts = new AtomicInteger();
            Job job = new JobBuilder("close orders", repository)
                    .start(new StepBuilder("close", repository)
                            .tasklet(
                                    (contribution, chunk) -> {
                                        databases.jdbc.update(
                                                "UPDATE t_order SET status = 'CLOSED' WHERE user_id IN (1, 2)");
                                        if (attempts.incrementAndGet() == 1) {
                                            throw new IllegalStateException("not today");
                                        }
                                        return RepeatStatus.FINISHED;
                                    },
                                    transactions)
                            .build())
                    .build();
            TaskExecutorJobOperator operator = new TaskExecutorJobOperator();
            operator.setJobRepository(repository);
            MapJobRegistry jobs = new MapJobRegistry();
            jobs.register(job);
            operator.setJobRegistry(jobs);
            operator.afterPropertiesSet();

            JobExecution first = operator.start(
                    job, new JobParametersBuilder().addLong("day", 1L).toJobParameters());
            assertThat(first.getStatus()).isEqualTo(BatchStatus.FAILED);
            assertThat(closed(databases)).isZero();
            JobExecution second = operator.restart(first);
            assertThat(second.getStatus()).isEqualTo(BatchStatus.COMPLETED);
            assertThat(closed(databases)).isEqualTo(4);
            assertThat(repository.getJobInstances("close orders", 0, 10)).hasSize(1);
            assertThat(databases.count(0, "BATCH_JOB_EXECUTION")).isEqualTo(2);
            assertThat(databases.count(0, "BATCH_STEP_EXECUTION")).isEqualTo(2);
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    private static long closed(ShopDatabases databases) {
        Long count = databases.jdbc.queryForObject("SELECT COUNT(*) FROM t_order WHERE status = 'CLOSED'", Long.class);
        return count == null ? 0 : count;
    }
}
