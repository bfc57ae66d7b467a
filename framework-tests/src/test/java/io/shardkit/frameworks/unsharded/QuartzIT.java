package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.quartz.CronScheduleBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.scheduling.quartz.LocalDataSourceJobStore;
import org.springframework.scheduling.quartz.SchedulerFactoryBean;

/** Quartz keeps its jobs on the default data source, as a cluster does. */
class QuartzIT {
    private static volatile CountDownLatch ran = new CountDownLatch(0);

    public static class Counting implements Job {
        @Override
        public void execute(JobExecutionContext execution) {
            ran.countDown();
        }
    }

    private static void createTables(ShopDatabases databases, TestDatabase kind) {
        String name =
                switch (kind) {
                    case H2 -> "h2";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "mysql_innodb";
                    case POSTGRESQL -> "postgres";
                };
        ResourceDatabasePopulator script = new ResourceDatabasePopulator(
                new ClassPathResource("org/quartz/impl/jdbcjobstore/tables_" + name + ".sql"));
        script.setCommentPrefixes("#", "--");
        script.execute(databases.logical);
    }

    private static SchedulerFactoryBean quartz(ShopDatabases databases, TestDatabase kind) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.jobStore.class", LocalDataSourceJobStore.class.getName());
        properties.setProperty("org.quartz.jobStore.isClustered", "true");
        properties.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        properties.setProperty("org.quartz.threadPool.threadCount", "1");
        if (kind == TestDatabase.POSTGRESQL) {
            properties.setProperty(
                    "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        }
        SchedulerFactoryBean factory = new SchedulerFactoryBean();
        factory.setSchedulerName("shop");
        factory.setDataSource(databases.logical);
        factory.setQuartzProperties(properties);
        factory.setWaitForJobsToCompleteOnShutdown(true);
        factory.afterPropertiesSet();
        return factory;
    }

    @ParameterizedTest
    @OnDatabases
    void runsJobs(TestDatabase kind) throws Exception {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            createTables(databases, kind);
            SchedulerFactoryBean factory = quartz(databases, kind);
            Scheduler quartz = factory.getScheduler();
            try {
                ran = new CountDownLatch(1);
                quartz.scheduleJob(
                        JobBuilder.newJob(Counting.class).withIdentity("now").build(),
                        TriggerBuilder.newTrigger().startNow().build());
                quartz.scheduleJob(
                        JobBuilder.newJob(Counting.class).withIdentity("later").build(),
                        TriggerBuilder.newTrigger()
                                .withSchedule(CronScheduleBuilder.cronSchedule("0 0 0 1 1 ? 2099"))
                                .build());
                quartz.start();
                assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(quartz.checkExists(new JobKey("later"))).isTrue();
                assertThat(quartz.deleteJob(new JobKey("later"))).isTrue();
            } finally {
                factory.destroy();
            }
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
            assertThat(databases.count("t_order")).isEqualTo(4);
        }
    }
}
