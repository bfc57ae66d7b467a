package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check of the databases, on real ones, with each kind of damage that it is there to find. */
class PhysicalTablesTest {

    private static DatabaseServers servers;
    private static final Topology TOPOLOGY = new Topology(2, 4);

    private static List<PhysicalTables.Location> locations;
    private static PhysicalTables tables;

    @BeforeAll
    static void start() throws SQLException {
        servers = DatabaseServers.start(2);
        locations = servers.databases(TOPOLOGY, "test");
        tables = new PhysicalTables(locations);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void fourOrdersOverTwoDatabases() throws SQLException {
        for (int database = 0; database < 2; database++) {
            for (String suffix : TOPOLOGY.suffixes()) {
                run(
                        database,
                        "DROP TABLE IF EXISTS t_order" + suffix + ", t_order_item" + suffix,
                        "CREATE TABLE t_order" + suffix + " (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL,"
                                + " status VARCHAR(20), total_amount DECIMAL(12,2))",
                        "CREATE TABLE t_order_item" + suffix + " (item_id BIGINT PRIMARY KEY, order_id BIGINT,"
                                + " user_id BIGINT, quantity INT, unit_price DECIMAL(12,2))");
            }
        }
        insert(0, "_0", 4, "NEW", "9.00");
        insert(0, "_1", 5, "PAID", "0.10");
        insert(1, "_2", 6, "PAID", "19.99");
        insert(1, "_3", 7, "SHIPPED", "4.50");
    }

    @Test
    void sumsAllTables() throws SQLException {
        PhysicalTables.Content content = tables.read();

        assertThat(content.sums()).isEqualTo(new Sums(4, 4, 3_359, 2));
        assertThat(content.itemCents()).isEqualTo(3_359);
        assertThat(content.distinctOrders()).isEqualTo(4);
        assertThat(content.strayItems()).isZero();
        assertThat(content.rows())
                .hasSize(8)
                .containsEntry("ds0.t_order_1", 1L)
                .containsEntry("ds0.t_order_2", 0L)
                .containsEntry("ds1.t_order_3", 1L);
        assertThat(differences(content)).isEmpty();
    }

    @Test
    void findsALostOrder() throws SQLException {
        run(1, "DELETE FROM t_order_3", "DELETE FROM t_order_item_3");

        assertThat(differences(tables.read()))
                .containsExactly(
                        "orders",
                        "different order ids",
                        "items",
                        "sum of the orders' amounts",
                        "sum of the items' amounts");
    }

    @Test
    void findsAnOrderDoubledInAnotherTableEvenWhenAnotherIsLost() throws SQLException {
        run(1, "DELETE FROM t_order_2", "DELETE FROM t_order_item_2");
        insert(0, "_2", 6, "PAID", "19.99");
        run(0, "UPDATE t_order_2 SET order_id = 5", "UPDATE t_order_item_2 SET order_id = 5");

        assertThat(differences(tables.read())).containsExactly("different order ids");
    }

    @Test
    void findsALostUpdate() throws SQLException {
        run(1, "UPDATE t_order_2 SET status = 'NEW'");

        assertThat(differences(tables.read())).containsExactly("orders paid");
    }

    @Test
    void findsAnItemThatIsNotBesideItsOrder() throws SQLException {
        run(0, "INSERT INTO t_order_item_3 SELECT * FROM t_order_item_0", "DELETE FROM t_order_item_0");

        assertThat(differences(tables.read())).containsExactly("items without their order");
    }

    @Test
    void findsAChangedAmount() throws SQLException {
        run(0, "UPDATE t_order_1 SET total_amount = 0.11");

        assertThat(differences(tables.read())).containsExactly("sum of the orders' amounts");
    }

    @Test
    void namesTheLostAndTheDoubledByTheirIds() throws SQLException {
        run(1, "DELETE FROM t_order_2", "DELETE FROM t_order_item_2");
        insert(0, "_2", 5, "PAID", "19.99");

        Reconciliation found = reconciliation(tables.read());

        assertThat(found.lost()).isEqualTo(1);
        assertThat(found.doubled()).isEqualTo(1);
    }

    @Test
    void fillsEachOrderIntoItsPlace() throws SQLException {
        for (int database = 0; database < 2; database++) {
            for (String suffix : TOPOLOGY.suffixes()) {
                run(
                        database,
                        "DELETE FROM t_order" + suffix,
                        "DELETE FROM t_order_item" + suffix,
                        "ALTER TABLE t_order" + suffix + " ADD country_code VARCHAR(2), ADD created_at DATETIME",
                        "ALTER TABLE t_order_item" + suffix + " ADD product VARCHAR(100)");
            }
        }

        FirstOrders.fill(TOPOLOGY, locations, Orders.first(200));

        PhysicalTables.Content content = tables.read();
        assertThat(content.sums()).isEqualTo(new Sums(200, 200, 250_000, 0));
        assertThat(content.ids()).hasSize(200);
        assertThat(content.strayItems()).isZero();
        assertThat(content.rows().values().stream().filter(rows -> rows > 0)).hasSizeGreaterThanOrEqualTo(4);
    }

    /** As if one order for 9.00 had been there before and the others had been acknowledged. */
    private static Reconciliation reconciliation(PhysicalTables.Content after) {
        PhysicalTables.Content before =
                new PhysicalTables.Content(new Sums(1, 1, 900, 0), 900, Set.of(4L), 0, after.rows());
        return Reconciliation.of("test", before, new Sums(3, 3, 2_459, 2), Set.of(5L, 6L, 7L), after);
    }

    private static List<String> differences(PhysicalTables.Content after) {
        return reconciliation(after).lines().stream()
                .filter(line -> !line.agrees())
                .map(line -> line.what().substring("test: ".length()))
                .toList();
    }

    private static void insert(int database, String suffix, long id, String status, String amount) throws SQLException {
        run(
                database,
                String.format(
                        Locale.ROOT, "INSERT INTO t_order%s VALUES (%d, 1, '%s', %s)", suffix, id, status, amount),
                String.format(
                        Locale.ROOT, "INSERT INTO t_order_item%s VALUES (%d, %d, 1, 1, %s)", suffix, id, id, amount));
    }

    private static void run(int database, String... statements) throws SQLException {
        PhysicalTables.Location location = locations.get(database);
        try (Connection connection = location.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
