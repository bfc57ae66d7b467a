package io.shardkit.frameworks.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.EntityManager;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** Hibernate and Spring Data JPA over sharded tables. */
@SpringBootTest(
        classes = ShopApplication.class,
        properties = {"spring.config.location=classpath:jpa.yml"})
class JpaTest {
    @Autowired
    private PurchaseOrders orders;

    @Autowired
    private EntityManager entities;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private DataSource logical;

    @Autowired
    @Qualifier("ds0") private DataSource ds0;

    @Autowired
    @Qualifier("ds1") private DataSource ds1;

    @BeforeEach
    void empty() {
        for (String table : List.of("t_order_item", "t_order", "t_country")) {
            jdbc.sql("DELETE FROM " + table + " WHERE 1 = 1").update();
        }
    }

    private PurchaseOrder order(long user, String status, String total) {
        PurchaseOrder order = new PurchaseOrder(user);
        order.setStatus(status);
        order.setTotal(new BigDecimal(total));
        return order;
    }

    private List<PurchaseOrder> tenOrders() {
        return orders.saveAll(LongStream.rangeClosed(1, 10)
                .mapToObj(user -> order(user, user % 3 == 0 ? "PAID" : "NEW", user + ".50"))
                .toList());
    }

    private static long id(PurchaseOrder order) {
        return Objects.requireNonNull(order.id());
    }

    @Test
    void anEntityIsSavedFoundUpdatedAndDeleted() {
        long id = id(orders.save(order(5, "NEW", "1.50")));
        assertThat(id).isPositive();

        PurchaseOrder found = orders.findById(id).orElseThrow();
        assertThat(found.userId()).isEqualTo(5);
        assertThat(orders.findByUserIdAndId(5, id)).isPresent();

        found.setStatus("PAID");
        PurchaseOrder saved = orders.save(found);
        assertThat(saved.version()).isEqualTo(1);
        assertThat(orders.findById(id).orElseThrow().status()).isEqualTo("PAID");

        orders.delete(saved);
        assertThat(orders.findById(id)).isEmpty();
        assertThat(orders.count()).isZero();
    }

    @Test
    void theSecondWriterOfAVersionFails() {
        long id = id(orders.save(order(5, "NEW", "1.50")));
        PurchaseOrder first = orders.findById(id).orElseThrow();
        PurchaseOrder second = orders.findById(id).orElseThrow();
        first.setStatus("PAID");
        orders.save(first);
        second.setStatus("CANCELLED");
        assertThatThrownBy(() -> orders.save(second)).isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(orders.findById(id).orElseThrow().status()).isEqualTo("PAID");
    }

    @Test
    void pagesAreCountedAndSorted() {
        tenOrders();
        Page<PurchaseOrder> page =
                orders.findByStatus("NEW", PageRequest.of(1, 3, Sort.by("total").descending()));
        assertThat(page.getTotalElements()).isEqualTo(7);
        assertThat(page.getContent()).extracting(PurchaseOrder::userId).containsExactly(5L, 4L, 2L);
        assertThat(orders.findAll(PageRequest.of(0, 4, Sort.by("userId"))).getContent())
                .extracting(PurchaseOrder::userId)
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(orders.countByStatus("PAID")).isEqualTo(3);
    }

    @Test
    void queriesJoinGroupAndNest() {
        List<PurchaseOrder> saved = tenOrders();
        transaction.executeWithoutResult(status -> {
            for (PurchaseOrder order : saved) {
                entities.persist(
                        new OrderItem(id(order), order.userId(), "tea " + order.userId(), (int) order.userId()));
            }
        });
        assertThat(orders.products(8)).extracting(row -> row[1]).containsExactly("tea 9", "tea 10");
        List<Object[]> statistics = orders.statistics();
        assertThat(statistics).extracting(row -> row[0]).containsExactly("NEW", "PAID");
        assertThat(statistics).extracting(row -> row[1]).containsExactly(7L, 3L);
        assertThat((BigDecimal) statistics.get(1)[2]).isEqualByComparingTo("19.50");
        assertThat((Double) statistics.get(1)[3]).isEqualTo(6.5);
        assertThat(orders.aboveAverage())
                .extracting(PurchaseOrder::userId)
                .containsExactlyInAnyOrder(6L, 7L, 8L, 9L, 10L);
        assertThat(orders.findByUserIdOrderByIdDesc(3)).hasSize(1);
    }

    @Test
    void aBulkUpdateReachesAllShards() {
        tenOrders();
        Integer updated = transaction.execute(status -> orders.setStatus("SMALL", new BigDecimal("4")));
        assertThat(updated).isEqualTo(3);
        assertThat(orders.countByStatus("SMALL")).isEqualTo(3);
    }

    /** The second one joins rows that need not lie together. */
    @Test
    void aBulkStatementMayJoin() {
        List<PurchaseOrder> saved = tenOrders();
        transaction.executeWithoutResult(
                status -> saved.forEach(order -> entities.persist(new OrderItem(id(order), order.userId(), "tea", 1))));
        Integer updated = transaction.execute(status -> entities.createQuery(
                        "update OrderItem i join PurchaseOrder o on o.id = i.orderId and o.userId = i.userId"
                                + " set i.product = o.status where o.status = 'PAID'")
                .executeUpdate());
        assertThat(updated).isEqualTo(3);
        Integer deleted = transaction.execute(status -> entities.createQuery(
                        "delete from OrderItem i join PurchaseOrder o on o.id = i.orderId where o.status = 'NEW'")
                .executeUpdate());
        assertThat(deleted).isEqualTo(7);
        assertThat(jdbc.sql("SELECT product FROM t_order_item")
                        .query(String.class)
                        .list())
                .containsExactly("PAID", "PAID", "PAID");
    }

    @Test
    void entitiesWithAssignedKeysAreWrittenInBatches() {
        List<OrderItem> items = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            items.add(new OrderItem(i, i % 7, "tea", i));
        }
        transaction.executeWithoutResult(status -> items.forEach(entities::persist));
        transaction.executeWithoutResult(status -> {
            for (OrderItem item : items) {
                Objects.requireNonNull(entities.find(OrderItem.class, item.key()))
                        .setQuantity(100);
            }
        });
        Long changed = transaction.execute(
                status -> entities.createQuery("select count(i) from OrderItem i where i.quantity = 100", Long.class)
                        .getSingleResult());
        assertThat(changed).isEqualTo(50);
        transaction.executeWithoutResult(status -> items.forEach(
                item -> entities.remove(Objects.requireNonNull(entities.find(OrderItem.class, item.key())))));
        assertThat(jdbc.sql("SELECT COUNT(*) FROM t_order_item")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void aBroadcastEntityIsOnEveryDataSource() {
        transaction.executeWithoutResult(status -> entities.persist(new Country("de", "Germany")));
        transaction.executeWithoutResult(status ->
                Objects.requireNonNull(entities.find(Country.class, "de")).setName("Deutschland"));
        assertThat(transaction.<String>execute(status -> Objects.requireNonNull(entities.find(Country.class, "de"))
                        .name()))
                .isEqualTo("Deutschland");
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    entities.persist(new Country("de", "twice"));
                    entities.flush();
                }))
                .isInstanceOfAny(DataIntegrityViolationException.class, jakarta.persistence.PersistenceException.class);
    }

    @Test
    void aFailureRollsBackAllShards() {
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    tenOrders();
                    entities.flush();
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(orders.count()).isZero();
    }

    @Test
    void aDeleteOfAllRowsByOneStatementIsRefused() {
        tenOrders();
        assertThatThrownBy(orders::deleteAllInBatch).hasStackTraceContaining("SK-2041");
        orders.deleteAll();
        assertThat(orders.count()).isZero();
    }

    @Test
    void aStatelessSessionUpsertsABroadcastTable() {
        SessionFactory factory = entities.getEntityManagerFactory().unwrap(SessionFactory.class);
        for (String name : List.of("Germany", "Deutschland")) {
            factory.inStatelessTransaction(session -> session.upsert(new Country("DE", name)));
            for (DataSource database : List.of(logical, ds0, ds1)) {
                assertThat(JdbcClient.create(database)
                                .sql("SELECT name FROM t_country")
                                .query(String.class)
                                .list())
                        .containsExactly(name);
            }
        }
    }
}
