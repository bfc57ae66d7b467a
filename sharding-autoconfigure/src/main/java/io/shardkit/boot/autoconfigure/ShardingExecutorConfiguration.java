package io.shardkit.boot.autoconfigure;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnThreading;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads of statements that go to several shards. No default candidate, so that Boot's own executors stay what
 * they are. Unbounded, because the pools bound them, and a bounded queue could make two statements wait for each other.
 */
@Configuration(proxyBeanMethods = false)
class ShardingExecutorConfiguration {
    static final String BEAN = "shardingExecutor";

    private static final String THREAD_NAME_PREFIX = "sharding-";

    @Bean(name = BEAN, defaultCandidate = false)
    @ConditionalOnMissingBean(name = BEAN)
    @ConditionalOnThreading(Threading.VIRTUAL)
    VirtualThreadTaskExecutor virtualShardingExecutor() {
        return new VirtualThreadTaskExecutor(THREAD_NAME_PREFIX);
    }

    @Bean(name = BEAN, defaultCandidate = false, destroyMethod = "shutdown")
    @ConditionalOnMissingBean(name = BEAN)
    @ConditionalOnThreading(Threading.PLATFORM)
    ExecutorService shardingExecutor() {
        CustomizableThreadFactory threads = new CustomizableThreadFactory(THREAD_NAME_PREFIX);
        threads.setDaemon(true);
        return Executors.newCachedThreadPool(threads);
    }
}
