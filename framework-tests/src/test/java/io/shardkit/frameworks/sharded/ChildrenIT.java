package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.frameworks.unsharded.HibernateSettings;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;

/** Children that do not know their parent, and lie with it by the column that joins them; each key is generated. */
class ChildrenIT {

    @Entity(name = "Owner")
    @Table(name = "t_owner")
    static class Owner {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable Long id;

        String name = "";

        @OneToMany(cascade = CascadeType.ALL)
        @JoinColumn(name = "owner_id", nullable = false)
        List<Pet> pets = new ArrayList<>();
    }

    @Entity(name = "Pet")
    @Table(name = "t_pet")
    static class Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable Long id;

        String name = "";
    }

    /** Hibernate inserts its children without the column, and assigns it later. */
    @Entity(name = "LaterOwner")
    @Table(name = "t_owner")
    static class LaterOwner {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @Nullable Long id;

        String name = "";

        @OneToMany(cascade = CascadeType.ALL)
        @JoinColumn(name = "owner_id")
        List<Pet> pets = new ArrayList<>();
    }

    private static Pet pet(String name) {
        Pet pet = new Pet();
        pet.name = name;
        return pet;
    }

    private static TableRule table(String name, String column) {
        AtomicLong last = new AtomicLong();
        return new TableRule(
                name,
                "ds{0..1}." + name,
                new ShardingStrategy(column, new ModAlgorithm(2)),
                null,
                new KeyGeneration("id", last::incrementAndGet));
    }

    private static EntityManagerFactory hibernate(
            TestDatabase kind, DataSource dataSource, Class<?> owner, String definitions) {
        return new HibernatePersistenceConfiguration("owners")
                .managedClass(owner)
                .managedClass(Pet.class)
                .property("jakarta.persistence.nonJtaDataSource", dataSource)
                .property("hibernate.hbm2ddl.auto", definitions)
                .properties(HibernateSettings.of(kind))
                .createEntityManagerFactory();
    }

    @ParameterizedTest
    @OnDatabases
    void lieWithTheirParents(TestDatabase kind) throws SQLException {
        ShardingRule rule = ShardingRuleBuilder.over(List.of("ds0", "ds1"))
                .uniqueKeys(UniqueKeyChoice.ACCEPT)
                .table(table("t_owner", "id"))
                .table(table("t_pet", "owner_id"))
                .bind(List.of("t_owner", "t_pet"))
                .build();
        try (HikariDataSource ds0 = kind.create("owners0", 0);
                HikariDataSource ds1 = kind.create("owners1", 1)) {
            Map<String, DataSource> sources = new LinkedHashMap<>();
            sources.put("ds0", ds0);
            sources.put("ds1", ds1);
            try (ShardingDataSource logical = ShardingDataSource.create(
                    sources,
                    rule,
                    ShardingOptions.builder().executor(Runnable::run).build())) {
                saves(kind, logical);
                for (HikariDataSource each : List.of(ds0, ds1)) {
                    assertThat(new JdbcTemplate(each)
                                    .queryForList(
                                            "SELECT p.name FROM t_pet p JOIN t_owner o ON o.id = p.owner_id",
                                            String.class))
                            .hasSize(2);
                }
                try (EntityManagerFactory hibernate = hibernate(kind, logical, LaterOwner.class, "none")) {
                    LaterOwner later = new LaterOwner();
                    later.pets.add(pet("stray"));
                    assertThatThrownBy(() -> hibernate.runInTransaction(entities -> entities.persist(later)))
                            .hasStackTraceContaining("SK-2028");
                }
            }
        }
    }

    private static void saves(TestDatabase kind, DataSource logical) {
        try (EntityManagerFactory hibernate = hibernate(kind, logical, Owner.class, "create")) {
            for (long i = 1; i <= 2; i++) {
                Owner owner = new Owner();
                owner.pets.add(pet("one"));
                hibernate.runInTransaction(entities -> entities.persist(owner));
                assertThat(owner.id).isEqualTo(i);
            }
            hibernate.runInTransaction(entities -> {
                for (long i = 1; i <= 2; i++) {
                    entities.find(Owner.class, i).pets.add(pet("other"));
                }
            });
            List<String> names = hibernate.callInTransaction(entities -> entities.createQuery(
                            "select o.id || ' ' || p.name from Owner o join o.pets p order by o.id, p.id", String.class)
                    .getResultList());
            assertThat(names).containsExactly("1 one", "1 other", "2 one", "2 other");
        }
    }
}
