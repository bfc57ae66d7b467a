package io.shardkit.frameworks.unsharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableRule;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.MySqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring Session keeps the sessions of users beside sharded tables. */
class SessionIT {
    private static final String PRINCIPAL = FindByIndexNameSessionRepository.PRINCIPAL_NAME_INDEX_NAME;

    private static JdbcIndexedSessionRepository repository(ShopDatabases databases) {
        TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(databases.logical));
        transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return new JdbcIndexedSessionRepository(databases.jdbc, transactions);
    }

    private static void makeTables(ShopDatabases databases, TestDatabase kind) {
        databases.runResource("org/springframework/session/jdbc/schema-"
                + switch (kind) {
                    case H2 -> "h2";
                    case MARIADB, MARIADB_CONNECTOR_J, MYSQL -> "mysql";
                    case POSTGRESQL -> "postgresql";
                } + ".sql");
    }

    @ParameterizedTest
    @OnDatabases
    void keepsFindsAndExpires(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            makeTables(databases, kind);
            keepsFindsAndExpires(databases, repository(databases));
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    /** By the key that Spring Session makes, in its own tables with their own types. */
    @ParameterizedTest
    @OnDatabases
    void keepsFindsAndExpiresWhereSessionsAreSharded(TestDatabase kind) throws SQLException {
        List<TableRule> sessions = List.of(
                sharded("SPRING_SESSION", "PRIMARY_ID"), sharded("SPRING_SESSION_ATTRIBUTES", "SESSION_PRIMARY_ID"));
        try (ShopDatabases databases = new ShopDatabases(kind, pool -> pool, sessions)) {
            databases.jdbc.execute(ShopDatabases.ORDERS);
            databases.fillOrders();
            makeTables(databases, kind);
            assertThat(databases.tables(1)).contains("spring_session_0", "spring_session_attributes_1");
            keepsFindsAndExpires(databases, repository(databases));
        }
    }

    private static TableRule sharded(String table, String column) {
        return new TableRule(
                table,
                "ds{0..1}." + table + "_{0..1}",
                new ShardingStrategy(column, new HashModAlgorithm(2)),
                new ShardingStrategy(column, new HashModAlgorithm(2)),
                null);
    }

    @ParameterizedTest
    @OnDatabases(except = {TestDatabase.H2, TestDatabase.POSTGRESQL})
    void insertsOrUpdatesAsMysqlDoes(TestDatabase kind) throws SQLException {
        insertsOrUpdates(kind, new MySqlJdbcIndexedSessionRepositoryCustomizer());
    }

    @ParameterizedTest
    @OnDatabases(TestDatabase.POSTGRESQL)
    void insertsOrUpdatesAsPostgresqlDoes(TestDatabase kind) throws SQLException {
        insertsOrUpdates(kind, new PostgreSqlJdbcIndexedSessionRepositoryCustomizer());
    }

    private static void insertsOrUpdates(
            TestDatabase kind, SessionRepositoryCustomizer<JdbcIndexedSessionRepository> customizer)
            throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            makeTables(databases, kind);
            JdbcIndexedSessionRepository sessions = repository(databases);
            customizer.customize(sessions);
            keepsFindsAndExpires(databases, sessions);
        }
    }

    private static <S extends Session> void keepsFindsAndExpires(
            ShopDatabases databases, FindByIndexNameSessionRepository<S> sessions) {
        TransactionTemplate outer = new TransactionTemplate(new JdbcTransactionManager(databases.logical));
        S session = sessions.createSession();
        outer.executeWithoutResult(status -> {
            databases.jdbc.update("UPDATE t_order SET status = 'SEEN' WHERE user_id = 1");
            session.setAttribute("cart", List.of("tea", "cups"));
            session.setAttribute("seen", 1);
            session.setAttribute(PRINCIPAL, "ada");
            sessions.save(session);
            status.setRollbackOnly();
        });
        // A session has a transaction of its own.
        S found = sessions.findById(session.getId());
        assertThat(found).isNotNull();
        assertThat(found.<List<String>>getAttribute("cart")).containsExactly("tea", "cups");
        found.setAttribute("seen", 2);
        found.removeAttribute("cart");
        found.setAttribute("late", "x".repeat(5000));
        found.changeSessionId();
        sessions.save(found);
        assertThat(sessions.findById(session.getId())).isNull();
        assertThat(sessions.findByPrincipalName("ada")).containsOnlyKeys(found.getId());
        assertThat(databases.count("SPRING_SESSION_ATTRIBUTES")).isEqualTo(3);

        S old = sessions.createSession();
        old.setLastAccessedTime(Instant.now().minus(Duration.ofDays(1)));
        sessions.save(old);
        assertThat(databases.count("SPRING_SESSION")).isEqualTo(2);
        ((JdbcIndexedSessionRepository) (Object) sessions).cleanUpExpiredSessions();
        assertThat(databases.count("SPRING_SESSION")).isEqualTo(1);
        sessions.deleteById(found.getId());
        assertThat(databases.count("SPRING_SESSION_ATTRIBUTES")).isZero();
        assertThat(databases.jdbc.queryForObject("SELECT COUNT(*) FROM t_order WHERE status = 'NEW'", Long.class))
                .isEqualTo(4);
    }
}
