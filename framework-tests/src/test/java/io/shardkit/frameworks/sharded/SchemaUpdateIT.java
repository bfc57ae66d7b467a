package io.shardkit.frameworks.sharded;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.frameworks.unsharded.HibernateSettings;
import io.shardkit.frameworks.unsharded.ShopDatabases;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.junit.jupiter.params.ParameterizedTest;

/** Hibernate's ddl-auto=update at every start of an application, which reads the catalogs in a way of each database. */
class SchemaUpdateIT {

    private static EntityManagerFactory hibernate(ShopDatabases databases, String action) {
        return new HibernatePersistenceConfiguration("shop")
                .managedClass(IndexedOrder.class)
                .property("jakarta.persistence.nonJtaDataSource", databases.logical)
                .property("hibernate.hbm2ddl.auto", action)
                .property("hibernate.hbm2ddl.halt_on_error", true)
                .properties(HibernateSettings.of(databases.kind))
                .createEntityManagerFactory();
    }

    @ParameterizedTest
    @OnDatabases
    void startsAgain(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = new ShopDatabases(kind)) {
            for (int start = 0; start < 3; start++) {
                if (start == 2) {
                    databases.jdbc.execute("ALTER TABLE t_order DROP COLUMN status");
                }
                long id = start;
                try (EntityManagerFactory hibernate = hibernate(databases, "update")) {
                    hibernate.runInTransaction(entities -> entities.persist(new IndexedOrder(id, id / 2, "NEW")));
                }
            }
            hibernate(databases, "validate").close();
            assertThat(databases.count("t_order")).isEqualTo(3);
            assertThat(databases.tables(0)).containsExactly("t_order_0", "t_order_1");
            assertThat(databases.tables(1)).containsExactly("t_order_0", "t_order_1");
        }
    }

    @ParameterizedTest
    @OnDatabases
    void theCatalogTellsLogicalNames(TestDatabase kind) throws SQLException {
        try (ShopDatabases databases = ShopDatabases.withOrders(kind)) {
            databases.jdbc.execute("CREATE TABLE memo (id INT PRIMARY KEY)");
            databases.jdbc.execute("CREATE INDEX ix_order_status ON t_order (status)");
            String own = " WHERE LOWER(table_schema) = LOWER(?) AND LOWER(table_name) IN ('t_order', 'memo')";
            String schema =
                    kind.speaksMysql() ? databases.jdbc.queryForObject("SELECT DATABASE()", String.class) : "public";
            assertThat(databases.jdbc.queryForList(
                            "SELECT LOWER(table_name) FROM information_schema.tables" + own + " ORDER BY 1",
                            String.class,
                            schema))
                    .containsExactly("memo", "t_order");
            assertThat(databases.jdbc.queryForObject(
                            "SELECT COUNT(*) FROM information_schema.columns c" + own, Long.class, schema))
                    .isEqualTo(4);
            assertThat(databases.jdbc.queryForList(
                            "SELECT t.table_name FROM information_schema.tables t JOIN information_schema.columns c"
                                    + " ON c.table_schema = t.table_schema AND c.table_name = t.table_name"
                                    + " WHERE LOWER(t.table_schema) = LOWER(?) AND LOWER(c.column_name) = ?",
                            String.class,
                            schema,
                            "status"))
                    .singleElement()
                    .asString()
                    .isEqualToIgnoringCase("t_order");
            assertThat(databases.jdbc.queryForObject(
                            "SELECT COUNT(*) FROM information_schema.tables WHERE LOWER(table_schema) = LOWER(?)"
                                    + " AND LOWER(table_name) LIKE 't!_order!_%' ESCAPE '!'",
                            Long.class, schema))
                    .as("actual tables")
                    .isZero();
            String indexes =
                    switch (kind) {
                        case H2 -> "SELECT LOWER(index_name) FROM information_schema.indexes WHERE LOWER(table_name)";
                        case MARIADB, MARIADB_CONNECTOR_J, MYSQL ->
                            "SELECT DISTINCT index_name FROM information_schema.statistics"
                                    + " WHERE table_schema = DATABASE() AND table_name";
                        case POSTGRESQL ->
                            "SELECT i.relname FROM pg_class t, pg_class i, pg_catalog.pg_index x"
                                    + " WHERE i.oid = x.indexrelid AND t.oid = x.indrelid AND t.relname";
                    };
            List<String> names = databases.jdbc.queryForList(indexes + " = ?", String.class, "t_order");
            assertThat(names).hasSize(2).contains("ix_order_status").noneMatch(name -> name.contains("t_order_0"));
        }
    }
}
