package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.params.ParameterizedTest;

/** Hibernate numbers the rows of tables that are not sharded by a sequence, as is its default. */
class SequenceIT {

    private static EntityManagerFactory hibernate(ShopDatabases databases, String action) {
        return new HibernatePersistenceConfiguration("shop")
                .managedClass(Memo.class)
                .property("jakarta.persistence.nonJtaDataSource", databases.logical)
                .property("hibernate.hbm2ddl.auto", action)
                .properties(HibernateSettings.of(databases.kind))
                .createEntityManagerFactory();
    }

    @ParameterizedTest
    @OnDatabases
    void numbersGoOn(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            save(databases, "create", 1);
            save(databases, "validate", 51);
            save(databases, "update", 101);
            assertThat(databases.count("Memo")).isEqualTo(180);
            assertThat(databases.count("t_order")).isEqualTo(4);
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    /** Sixty rows, which take two blocks of numbers, in one transaction with orders. */
    private static void save(ShopDatabases databases, String action, long least) {
        try (EntityManagerFactory hibernate = hibernate(databases, action)) {
            List<Long> numbers = hibernate.callInTransaction(entities -> {
                List<Memo> memos =
                        Stream.generate(() -> new Memo(action)).limit(60).toList();
                memos.forEach(entities::persist);
                entities.flush();
                entities.createNativeQuery("UPDATE t_order SET status = ?1 WHERE user_id IN (1, 2)")
                        .setParameter(1, action)
                        .executeUpdate();
                return memos.stream()
                        .map(memo -> Objects.requireNonNull(memo.id()))
                        .toList();
            });
            assertThat(numbers).doesNotHaveDuplicates().allMatch(number -> number >= least);
            hibernate.runInTransaction(entities -> assertThat(LongStream.of(numbers.get(0), numbers.get(59))
                            .mapToObj(number -> Objects.requireNonNull(entities.find(Memo.class, number)))
                            .map(Memo::text))
                    .containsExactly(action, action));
        }
    }
}
