package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** The poller of the page on queues, beside another one. */
class QueuesPageTest {
    private static final String NEXT =
            Markdown.of("docs/queues.md").block("sql", "SKIP LOCKED").strip();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    JdbcClientAutoConfiguration.class))
            .withUserConfiguration(Poller.class)
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.tables.job.actual-data-nodes=ds{0..1}.job",
                    "sharding.tables.job.database-strategy.sharding-column=id",
                    "sharding.tables.job.database-strategy.algorithm=by-id",
                    "sharding.algorithms.by-id.type=mod");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    @Test
    void eachPollerGetsTheFirstRowsThatNoOtherHas() {
        runner.run(context -> {
            JdbcClient jdbc = context.getBean(JdbcClient.class);
            jdbc.sql("CREATE TABLE job (id BIGINT PRIMARY KEY, priority INT, status VARCHAR(9), payload VARCHAR(9))")
                    .update();
            for (int id = 0; id < 25; id++) {
                jdbc.sql("INSERT INTO job VALUES (?, ?, 'new', ?)")
                        .params(id, id / 5, "job " + id)
                        .update();
            }
            Poller poller = context.getBean(Poller.class);
            List<String> first = new ArrayList<>();
            List<String> second = new ArrayList<>();
            int done = poller.workOnNext(job -> {
                if (first.isEmpty()) {
                    CompletableFuture.runAsync(() -> poller.workOnNext(second::add))
                            .join();
                }
                first.add(job);
            });
            assertThat(done).isEqualTo(10);
            assertThat(first).isEqualTo(jobs(0, 10));
            assertThat(second).isEqualTo(jobs(10, 20));
            List<String> third = new ArrayList<>();
            assertThat(poller.workOnNext(third::add)).isEqualTo(5);
            assertThat(third).isEqualTo(jobs(20, 25));
            assertThat(poller.workOnNext(third::add)).isZero();
        });
    }

    private static List<String> jobs(int from, int to) {
        return IntStream.range(from, to).mapToObj(id -> "job " + id).toList();
    }

    record Job(long id, String payload) {}

    static class Poller {
        private final JdbcClient jdbc;

        Poller(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        // region: poller
        @Transactional(isolation = Isolation.READ_COMMITTED)
        public int workOnNext(Consumer<String> worker) {
            List<Job> jobs = jdbc.sql(NEXT).query(Job.class).list();
            for (Job job : jobs) {
                worker.accept(job.payload());
                jdbc.sql("UPDATE job SET status = 'done' WHERE id = ?")
                        .param(job.id())
                        .update();
            }
            return jobs.size();
        }
        // endregion
    }
}
