package io.shardkit.jta;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with Narayana over three databases: account n is on data source n modulo 3. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class JtaApplication {
    static final int DATABASES = 3;

    @Bean
    Accounts accounts(JdbcTemplate jdbc, AccountMapper mapper) {
        return new Accounts(jdbc, mapper);
    }

    @Bean
    Audit audit(JdbcTemplate jdbc) {
        return new Audit(jdbc);
    }

    @Bean
    TransactionTemplate hasty(PlatformTransactionManager manager) {
        TransactionTemplate hasty = new TransactionTemplate(manager);
        hasty.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRED);
        hasty.setTimeout(3);
        return hasty;
    }

    /** The application over fresh databases. */
    static ConfigurableApplicationContext start(List<HikariDataSource> databases, String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "sharding.tables.t_account.actual-data-nodes=ds{0..2}.t_account",
                "sharding.tables.t_account.database-strategy.sharding-column=id",
                "sharding.tables.t_account.database-strategy.algorithm=by-id",
                "sharding.algorithms.by-id.type=mod",
                "narayana.log-dir=target/narayana-" + ProcessHandle.current().pid(),
                "narayana.node-identifier=n" + ProcessHandle.current().pid(),
                "narayana.periodic-recovery-period=3600",
                "narayana.recovery-backoff-period=1",
                "logging.level.com.arjuna=ERROR",
                "spring.main.banner-mode=off"));
        for (int i = 0; i < databases.size(); i++) {
            HikariDataSource pool = databases.get(i);
            String prefix = "sharding.data-sources.ds" + i + ".";
            properties.add(prefix + "url=" + pool.getJdbcUrl());
            properties.add(prefix + "username=" + pool.getUsername());
            properties.add(prefix + "password=" + pool.getPassword());
            properties.add(prefix + "hikari.maximum-pool-size=4");
            properties.add(prefix + "hikari.connection-timeout=5000");
        }
        properties.addAll(List.of(more));
        return new SpringApplicationBuilder(JtaApplication.class)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(String[]::new))
                .run();
    }

    static List<HikariDataSource> databases(TestDatabase kind) throws Exception {
        List<HikariDataSource> databases = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            HikariDataSource pool = kind.create("jta" + i, i);
            databases.add(pool);
            new JdbcTemplate(pool).execute("CREATE TABLE t_account (id BIGINT PRIMARY KEY, balance INT NOT NULL)");
        }
        return databases;
    }

    @Mapper
    interface AccountMapper {
        @Insert("INSERT INTO t_account (id, balance) VALUES (#{id}, #{balance})")
        void insert(long id, int balance);
    }

    /** The methods that the tests call, each a transaction. */
    @Transactional
    static class Accounts {
        private final JdbcTemplate jdbc;
        private final AccountMapper mapper;

        Accounts(JdbcTemplate jdbc, AccountMapper mapper) {
            this.jdbc = jdbc;
            this.mapper = mapper;
        }

        void insert(long... ids) {
            for (long id : ids) {
                jdbc.update("INSERT INTO t_account (id, balance) VALUES (?, 100)", id);
            }
        }

        void insertByMapper(long... ids) {
            insert(ids[0]);
            for (int i = 1; i < ids.length; i++) {
                mapper.insert(ids[i], 100);
            }
        }

        void insertAndThen(Runnable step, long... ids) {
            insert(ids);
            step.run();
        }
    }

    /** Transactions of their own, whatever becomes of the one that calls. */
    static class Audit {
        private final JdbcTemplate jdbc;

        Audit(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public int insertAndCount(long... ids) {
            for (long id : ids) {
                jdbc.update("INSERT INTO t_account (id, balance) VALUES (?, 1)", id);
            }
            Integer count = jdbc.queryForObject("SELECT COUNT(*) FROM t_account", Integer.class);
            return count == null ? -1 : count;
        }

        @Transactional(propagation = Propagation.NOT_SUPPORTED)
        public void insertOutside(long id) {
            jdbc.update("INSERT INTO t_account (id, balance) VALUES (?, 1)", id);
        }
    }
}
