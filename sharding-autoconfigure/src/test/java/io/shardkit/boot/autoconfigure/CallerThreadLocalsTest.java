package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.context.ContextRegistry;
import io.shardkit.observe.StatementListener;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** The threads of the shards know what the caller's thread knows, and forget it. */
class CallerThreadLocalsTest {
    private static final String KEY = "shardkit.test.user";
    private static final ThreadLocal<String> USER = new ThreadLocal<>();

    @AfterEach
    void forget() {
        MDC.clear();
        USER.remove();
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
    }

    @Test
    void tasksSeeThoseOfTheCallerAndLeaveTheThreadAsItWas() throws Exception {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, USER);
        ExecutorService one = Executors.newSingleThreadExecutor();
        try {
            one.submit(() -> MDC.put("own", "kept")).get();
            MDC.put("order", "4711");
            USER.set("ann");
            FutureTask<Map<String, String>> seen =
                    new FutureTask<>(() -> Map.of("order", MDC.get("order"), "user", USER.get()));
            CallerThreadLocals.around(one).execute(seen);
            assertThat(seen.get()).containsEntry("order", "4711").containsEntry("user", "ann");
            Future<String> after = one.submit(() -> MDC.get("own") + MDC.get("order") + USER.get());
            assertThat(after.get()).isEqualTo("keptnullnull");
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void listenersOfShardCallsSeeThoseOfTheCaller() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, USER);
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ShardingAutoConfiguration.class,
                        DataSourceAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class))
                .withUserConfiguration(Recording.class)
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=" + H2.url(),
                        "sharding.data-sources.ds1.url=" + H2.url(),
                        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
                        "sharding.tables.t_order.database-strategy.sharding-column=id",
                        "sharding.tables.t_order.database-strategy.algorithm=modulo",
                        "sharding.algorithms.modulo.type=mod")
                .run(context -> {
                    Recorder recorder = context.getBean(Recorder.class);
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY)");
                    MDC.put("order", "4711");
                    USER.set("ann");
                    recorder.seen.clear();
                    for (int i = 0; i < 200 && recorder.threads.size() < 2; i++) {
                        jdbc.queryForList("SELECT id FROM t_order WHERE id > ?", i);
                    }
                    assertThat(recorder.seen).isNotEmpty().containsOnly("4711 ann");
                });
    }

    static final class Recorder implements StatementListener {
        private final Queue<String> seen = new ConcurrentLinkedQueue<>();
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        @Override
        public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
            seen.add(MDC.get("order") + " " + USER.get());
            threads.add(Thread.currentThread());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recording {
        @Bean
        Recorder recorder() {
            return new Recorder();
        }
    }
}
