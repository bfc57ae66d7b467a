package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.frameworks.unsharded.HibernateSettings;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.query.sqm.mutation.internal.inline.InlineMutationStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.PersistentTableInsertStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.PersistentTableMutationStrategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Bulk statements on entities of several tables, with the keys in the statements or in a table of Hibernate's. */
class InheritanceIT {

    private static TableRule people(String table) {
        return new TableRule(table, "ds{0..1}." + table, new ShardingStrategy("id", new ModAlgorithm(2)), null, null);
    }

    private static Map<String, DataSource> inOrder(DataSource ds0, DataSource ds1) {
        Map<String, DataSource> sources = new LinkedHashMap<>();
        sources.put("ds0", ds0);
        sources.put("ds1", ds1);
        return sources;
    }

    private static EntityManagerFactory hibernate(
            TestDatabase kind, DataSource dataSource, Map<String, Object> settings) {
        return new HibernatePersistenceConfiguration("people")
                .managedClass(Person.class)
                .managedClass(Customer.class)
                .property("jakarta.persistence.nonJtaDataSource", dataSource)
                .property("hibernate.hbm2ddl.auto", "create")
                .properties(HibernateSettings.of(kind))
                .properties(settings)
                .createEntityManagerFactory();
    }

    @ParameterizedTest
    @OnDatabases
    void keysInTheStatementsReachBothTables(TestDatabase kind) throws SQLException {
        bulkStatementsReachBothTables(
                kind, Map.of("hibernate.query.mutation_strategy", InlineMutationStrategy.class.getName()));
    }

    @ParameterizedTest
    @OnDatabases
    void keysInTablesThatStayReachBothTables(TestDatabase kind) throws SQLException {
        bulkStatementsReachBothTables(
                kind,
                Map.of(
                        "hibernate.query.mutation_strategy",
                        PersistentTableMutationStrategy.class.getName(),
                        "hibernate.query.insert_strategy",
                        PersistentTableInsertStrategy.class.getName()));
    }

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.POSTGRESQL)
    void asHibernateComes(TestDatabase kind) throws SQLException {
        bulkStatementsReachBothTables(kind, Map.of());
    }

    @ParameterizedTest
    @OnDatabases
    void asHibernateComesWithSpringBoot(TestDatabase kind) throws SQLException {
        try (HikariDataSource ds0 = kind.create("bulk0", 0);
                HikariDataSource ds1 = kind.create("bulk1", 1);
                ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .properties(
                                "spring.jpa.hibernate.ddl-auto=create",
                                "sharding.binding-tables[0]=t_person,t_customer")
                        .properties(springSettings(HibernateSettings.of(kind)))
                        .properties(settings("ds0", ds0))
                        .properties(settings("ds1", ds1))
                        .properties(settings("t_person"))
                        .properties(settings("t_customer"))
                        .run()) {
            reachBothTables(application.getBean(EntityManagerFactory.class), true);
        }
    }

    private static Map<String, Object> springSettings(Map<String, Object> ofHibernate) {
        return ofHibernate.entrySet().stream()
                .collect(Collectors.toMap(each -> "spring.jpa.properties." + each.getKey(), Map.Entry::getValue));
    }

    private static String[] settings(String name, HikariDataSource database) {
        String prefix = "sharding.data-sources." + name;
        return new String[] {
            prefix + ".url=" + database.getJdbcUrl(),
            prefix + ".username=" + database.getUsername(),
            prefix + ".password=" + database.getPassword()
        };
    }

    private static String[] settings(String table) {
        String prefix = "sharding.tables." + table;
        return new String[] {
            prefix + ".actual-data-nodes=ds{0..1}." + table,
            prefix + ".database-strategy.sharding-column=id",
            prefix + ".database-strategy.algorithm=modulo",
            "sharding.algorithms.modulo.type=mod"
        };
    }

    @SpringBootApplication
    static class Application {}

    private static void bulkStatementsReachBothTables(TestDatabase kind, Map<String, Object> settings)
            throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(people("t_person"))
                .table(people("t_customer"))
                .bind(List.of("t_person", "t_customer"))
                .build();
        try (HikariDataSource ds0 = kind.create("people0", 0);
                HikariDataSource ds1 = kind.create("people1", 1);
                ShardingDataSource logical = ShardingDataSource.create(
                        inOrder(ds0, ds1),
                        rule,
                        ShardingOptions.builder().executor(Runnable::run).build());
                EntityManagerFactory hibernate = hibernate(kind, logical, settings)) {
            reachBothTables(hibernate, !settings.containsValue(InlineMutationStrategy.class.getName()));
        }
    }

    private static void reachBothTables(EntityManagerFactory hibernate, boolean inserts) {
        hibernate.runInTransaction(entities -> {
            for (int id = 0; id < 10; id++) {
                entities.persist(new Customer(id, "old", id));
            }
            entities.persist(new Person(10, "old"));
        });
        int updated = hibernate.callInTransaction(entities -> entities.createQuery(
                        "update Customer c set c.name = 'new', c.credit = c.credit + 1 where c.credit > 6")
                .executeUpdate());
        assertThat(updated).isEqualTo(3);
        int deleted = hibernate.callInTransaction(entities ->
                entities.createQuery("delete Person p where p.id < 3").executeUpdate());
        assertThat(deleted).isEqualTo(3);
        List<Customer> left = hibernate.callInTransaction(
                entities -> entities.createQuery("from Customer c order by c.id", Customer.class)
                        .getResultList());
        assertThat(left).extracting(Customer::credit).containsExactly(3, 4, 5, 6, 8, 9, 10);
        assertThat(left).extracting(Person::name).containsExactly("old", "old", "old", "old", "new", "new", "new");
        if (inserts) {
            int copied = hibernate.callInTransaction(entities -> entities.createQuery("insert into Customer (id, name,"
                            + " credit) select c.id + 100, c.name, c.credit from Customer c where c.name = 'new'")
                    .executeUpdate());
            assertThat(copied).isEqualTo(3);
            List<Customer> copies = hibernate.callInTransaction(
                    entities -> entities.createQuery("from Customer c where c.id > 100 order by c.id", Customer.class)
                            .getResultList());
            assertThat(copies).extracting(Customer::credit).containsExactly(8, 9, 10);
        }
    }
}
