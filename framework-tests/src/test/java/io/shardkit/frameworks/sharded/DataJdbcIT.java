package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Transient;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Persistable;
import org.springframework.data.domain.Sort;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Column;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.PagingAndSortingRepository;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcOperations;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionManager;

/** Spring Data JDBC, whose save writes all columns, also those by which rows are sharded. */
class DataJdbcIT {

    // region: data-jdbc-entity
    @Table("t_order")
    public static class Order implements Persistable<Long> {
        @Id
        @Column("order_id")
        private final Long id;

        @Column("user_id")
        private long userId;

        private String status = "NEW";

        @Transient
        private boolean isNew;

        Order(Long id, long userId) {
            this.id = id;
            this.userId = userId;
        }

        /** With a key of the application's own, such as one of SnowflakeKeyGenerator. */
        public static Order create(long id, long userId) {
            Order order = new Order(id, userId);
            order.isNew = true;
            return order;
        }

        @Override
        public Long getId() {
            return id;
        }

        @Override
        public boolean isNew() {
            return isNew;
        }
        // endregion

        long userId() {
            return userId;
        }
    }

    // region: data-jdbc-repository
    public interface Orders extends ListCrudRepository<Order, Long>, PagingAndSortingRepository<Order, Long> {
        List<Order> findByUserIdOrderByIdDesc(long userId);

        @Nullable Order findByUserIdAndId(long userId, long id);

        Page<Order> findByStatus(String status, PageRequest page);

        long countByStatus(String status);
    }
    // endregion

    @Configuration(proxyBeanMethods = false)
    @EnableJdbcRepositories(considerNestedRepositories = true)
    static class Application extends AbstractJdbcConfiguration {
        @Bean
        NamedParameterJdbcOperations operations(DataSource dataSource) {
            return new NamedParameterJdbcTemplate(dataSource);
        }

        @Bean
        TransactionManager transactionManager(DataSource dataSource) {
            return new JdbcTransactionManager(dataSource);
        }
    }

    @ParameterizedTest
    @OnDatabases
    void savesMovesFindsAndDeletes(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind);
                AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            databases.jdbc.execute(ShopDatabases.ORDERS);
            context.registerBean(DataSource.class, () -> databases.logical);
            context.register(Application.class);
            context.refresh();
            Orders orders = context.getBean(Orders.class);
            for (long id = 1; id <= 6; id++) {
                orders.save(Order.create(id, id % 3));
            }
            Order found = orders.findById(4L).orElseThrow();
            found.status = "PAID";
            orders.save(found);
            assertThat(orders.countByStatus("PAID")).isEqualTo(1);
            assertThat(databases.count(1, "t_order_0")).isEqualTo(1);
            found.userId = 2;
            orders.save(found);
            assertThat(databases.count(1, "t_order_0")).isZero();
            assertThat(orders.findByUserIdOrderByIdDesc(2))
                    .extracting(Order::getId)
                    .containsExactly(5L, 4L, 2L);
            assertThat(orders.findByUserIdAndId(2, 5)).isNotNull();
            Page<Order> page = orders.findByStatus(
                    "NEW", PageRequest.of(1, 2, Sort.by("id").descending()));
            assertThat(page.getTotalElements()).isEqualTo(5);
            assertThat(page.getContent()).extracting(Order::getId).containsExactly(3L, 2L);
            assertThat(orders.findAll(Sort.by("userId", "id")))
                    .extracting(Order::userId)
                    .containsExactly(0L, 0L, 1L, 2L, 2L, 2L);
            orders.delete(found);
            orders.deleteAllById(List.of(1L, 2L));
            assertThat(orders.count()).isEqualTo(3);
            assertThatThrownBy(orders::deleteAll).hasStackTraceContaining("SK-2041");
        }
    }
}
