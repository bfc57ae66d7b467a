package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.query.sqm.mutation.internal.inline.InlineMutationStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.PersistentTableInsertStrategy;
import org.hibernate.query.sqm.mutation.internal.temptable.PersistentTableMutationStrategy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    private static EntityManagerFactory hibernate(DataSource dataSource, Map<String, Object> settings) {
        return new HibernatePersistenceConfiguration("people")
                .managedClass(Person.class)
                .managedClass(Customer.class)
                .property("jakarta.persistence.nonJtaDataSource", dataSource)
                .property("hibernate.hbm2ddl.auto", "create")
                .properties(settings)
                .createEntityManagerFactory();
    }

    @ParameterizedTest
    @EnumSource
    void keysInTheStatementsReachBothTables(TestDatabase kind) throws SQLException {
        bulkStatementsReachBothTables(
                kind, Map.of("hibernate.query.mutation_strategy", InlineMutationStrategy.class.getName()));
    }

    @ParameterizedTest
    @EnumSource
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
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "MARIADB"})
    void asHibernateComes(TestDatabase kind) throws SQLException {
        bulkStatementsReachBothTables(kind, Map.of());
    }

    private static void bulkStatementsReachBothTables(TestDatabase kind, Map<String, Object> settings)
            throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .table(people("t_person"))
                .table(people("t_customer"))
                .bind(List.of("t_person", "t_customer"))
                .build();
        try (HikariDataSource ds0 = kind.create("people0", 0);
                HikariDataSource ds1 = kind.create("people1", 1);
                ShardingDataSource logical =
                        ShardingDataSource.create(inOrder(ds0, ds1), rule, ShardingOptions.defaults(Runnable::run));
                EntityManagerFactory hibernate = hibernate(logical, settings)) {
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
            if (!settings.containsValue(InlineMutationStrategy.class.getName())) {
                int copied = hibernate.callInTransaction(entities -> entities.createQuery(
                                "insert into Customer (id, name,"
                                        + " credit) select c.id + 100, c.name, c.credit from Customer c where c.name = 'new'")
                        .executeUpdate());
                assertThat(copied).isEqualTo(3);
                List<Customer> copies = hibernate.callInTransaction(entities -> entities.createQuery(
                                "from Customer c where c.id > 100 order by c.id", Customer.class)
                        .getResultList());
                assertThat(copies).extracting(Customer::credit).containsExactly(8, 9, 10);
            }
        }
    }
}
