package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.DataNode;
import io.shardkit.rule.Lookup;
import io.shardkit.rule.ShardedTable;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingRuleBuilder;
import io.shardkit.rule.UniqueKeyChoice;
import io.shardkit.rule.UniqueKeyChoices;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;

/** Lookup tables are made anew, while their rows are written, for a rule by which they hold other columns. */
@Tag("thorough")
class RebuiltLookupsIT {
    private static final Duration OFTEN = Duration.ofMillis(100);
    private static final int WRITERS = 3;
    private static final int STEPS_BEFORE = 150;
    private static final List<String> TICKETS = List.of("t_ticket");
    private static final UniqueKeyChoices ACCEPTED = new UniqueKeyChoices(Map.of(), true, UniqueKeyChoice.ACCEPT);

    private static ShardingRule by(String column, String dataSources, String lookup) {
        ShardingRuleBuilder builder = MovingOrders.sameNames()
                .table("t_ticket", table -> table.nodes(dataSources + ".t_ticket_{0..1}")
                        .databaseBy(column, Algorithms.mod())
                        .tableBy(column, Algorithms.crc32Mod())
                        .lookup(new Lookup("code", lookup, false))
                        .uniqueKeys(ACCEPTED));
        return lookup.equals("t_ticket_code")
                ? builder.table(lookup, table -> table.nodes("ds{0..1}.t_ticket_code")
                                .databaseBy("code", Algorithms.hashMod()))
                        .build()
                : builder.single("ds1", lookup).build();
    }

    private static ShardingRule ordinary() {
        return MovingOrders.sameNames().single("ds0", "t_ticket").build();
    }

    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<TicketWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** Held for reading by writers during a step. */
    private final ReadWriteLock writing = new ReentrantReadWriteLock();

    private volatile boolean over;

    private void write(ShardingDataSource... instances) throws SQLException {
        long seed = System.nanoTime();
        System.out.println("tickets, seed " + seed);
        for (int i = 0; i < WRITERS; i++) {
            TicketWriter writer = new TicketWriter(instances[i % instances.length], i, seed + i);
            writers.add(writer);
            for (int step = 0; step < STEPS_BEFORE; step++) {
                writer.step();
            }
        }
        for (TicketWriter writer : writers) {
            Thread thread = new Thread(() -> {
                while (!over) {
                    writing.readLock().lock();
                    try {
                        writer.step();
                    } catch (SQLException | RuntimeException | AssertionError failure) {
                        failures.add(failure);
                        return;
                    } finally {
                        writing.readLock().unlock();
                    }
                    // Leaves the machine to the move.
                    LockSupport.parkNanos(3_000_000);
                }
            });
            thread.start();
            threads.add(thread);
        }
    }

    private void end() throws InterruptedException {
        over = true;
        for (Thread each : threads) {
            each.join();
        }
    }

    /** Compares rows and entries, while the writers rest, with what was written. */
    private void check(MovingOrders orders, ShardingDataSource instance, String column) throws SQLException {
        writing.writeLock().lock();
        try {
            assertThat(failures).isEmpty();
            Map<Long, TicketWriter.Ticket> known = new TreeMap<>();
            writers.forEach(writer -> known.putAll(writer.known()));
            Map<String, Long> entries = new TreeMap<>();
            try (Connection connection = instance.getConnection();
                    Statement statement = connection.createStatement()) {
                Map<Long, TicketWriter.Ticket> found = new TreeMap<>();
                try (ResultSet rows = statement.executeQuery("SELECT id, user_id, shop_id, code FROM t_ticket")) {
                    while (rows.next()) {
                        TicketWriter.Ticket ticket =
                                new TicketWriter.Ticket(rows.getLong(2), rows.getLong(3), rows.getString(4));
                        assertThat(found.put(rows.getLong(1), ticket)).isNull();
                        if (ticket.code() != null) {
                            entries.put(ticket.code(), column.equals("shop_id") ? ticket.shop() : ticket.user());
                        }
                    }
                }
                assertThat(found).isEqualTo(known);
                finds(connection, known);
            }
            if (!column.isEmpty()) {
                assertThat(entries(orders, instance, column)).isEqualTo(entries);
            }
        } finally {
            writing.writeLock().unlock();
        }
    }

    private static void finds(Connection connection, Map<Long, TicketWriter.Ticket> known) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM t_ticket WHERE code = ?")) {
            for (Map.Entry<Long, TicketWriter.Ticket> each : known.entrySet()) {
                if (each.getValue().code() != null) {
                    query.setString(1, each.getValue().code());
                    try (ResultSet row = query.executeQuery()) {
                        assertThat(row.next()).as("%s", each).isTrue();
                        assertThat(row.getLong(1)).isEqualTo(each.getKey());
                        assertThat(row.next()).isFalse();
                    }
                }
            }
        }
    }

    private static Map<String, Long> entries(MovingOrders orders, ShardingDataSource instance, String column)
            throws SQLException {
        ShardedTable lookup = instance.rule().shardedTable("t_ticket_code");
        List<DataNode> nodes = lookup == null ? List.of(new DataNode(1, "ds1", "t_code_by_" + column)) : lookup.nodes();
        Map<String, Long> entries = new TreeMap<>();
        for (DataNode each : nodes) {
            try (Connection connection = orders.pool(each.dataSourceName()).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT code, " + column + " FROM " + each.table())) {
                while (rows.next()) {
                    assertThat(entries.put(rows.getString(1), rows.getLong(2))).isNull();
                }
            }
        }
        return entries;
    }

    private static void create(TestDatabase database, ShardingDataSource instance, String... lookups)
            throws SQLException {
        String code = code(database);
        try (Connection connection = instance.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_ticket (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                    + " shop_id BIGINT NOT NULL, code " + code + ", n INT NOT NULL, UNIQUE (code))");
            for (String each : lookups) {
                statement.execute(
                        "CREATE TABLE " + each + " (code " + code + " NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL)");
            }
        }
    }

    /** The type of codes, whose values are sharding keys. */
    private static String code(TestDatabase database) {
        return "VARCHAR(40)" + (database.speaksMysql() ? " COLLATE utf8mb4_bin" : "");
    }

    private static void complete(MovingOrders orders, Moves moves, String id) throws Exception {
        moves.complete(id);
        orders.await(() -> moves.list().isEmpty());
        for (String each : List.of("ds0", "ds1", "ds2")) {
            assertThat(orders.tables(each)).noneMatch(name -> name.startsWith("sk_") || name.contains("__"));
        }
    }

    @ParameterizedTest
    @OnDatabases
    void aTableGetsAnotherShardingColumnAndItsLookupTableToo(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, by("user_id", "ds{0..1}", "t_ticket_code"))) {
            ShardingDataSource one = orders.start(OFTEN);
            create(database, one, "t_ticket_code");
            write(one, orders.start(OFTEN));
            Moves moves = one.moves();
            ReshardRequest request = ReshardRequest.of(by("shop_id", "ds{0..2}", "t_ticket_code"), TICKETS);
            MoveReport report = moves.check(request);
            assertThat(report.errors()).isEmpty();
            assertThat(report.units())
                    .filteredOn(unit -> unit.table().equals("t_ticket_code"))
                    .hasSize(4)
                    .allSatisfy(unit -> assertThat(unit.name()).isEqualTo("t_ticket_code_g2"));
            String id = moves.start(request);
            orders.awaitSwitch(moves, id, false);
            check(orders, one, "shop_id");
            moves.goBack(id);
            orders.awaitSwitch(moves, id, true);
            check(orders, one, "user_id");
            moves.goBack(id);
            orders.awaitSwitch(moves, id, false);
            check(orders, one, "shop_id");
            complete(orders, moves, id);
            check(orders, one, "shop_id");
            assertThat(orders.tables("ds1")).contains("t_ticket_code_g2").doesNotContain("t_ticket_code");
            end();
            check(orders, one, "shop_id");
        } finally {
            end();
        }
    }

    @ParameterizedTest
    @OnDatabases
    void anOrdinaryTableGetsOneAndLosesIt(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, ordinary())) {
            ShardingDataSource one = orders.start(OFTEN);
            create(database, one);
            write(one);
            Moves moves = one.moves();
            String id = moves.start(ReshardRequest.of(by("user_id", "ds{0..1}", "t_code_by_user_id"), TICKETS));
            orders.awaitSwitch(moves, id, false);
            check(orders, one, "user_id");
            complete(orders, moves, id);
            String other = moves.start(ReshardRequest.of(by("shop_id", "ds{0..1}", "t_code_by_shop_id"), TICKETS));
            orders.awaitSwitch(moves, other, false);
            check(orders, one, "shop_id");
            complete(orders, moves, other);
            String back = moves.start(ReshardRequest.of(ordinary(), TICKETS));
            orders.awaitSwitch(moves, back, false);
            check(orders, one, "");
            moves.goBack(back);
            orders.awaitSwitch(moves, back, true);
            check(orders, one, "shop_id");
            end();
            check(orders, one, "shop_id");
        } finally {
            end();
        }
    }

    @ParameterizedTest
    @OnDatabases
    void whatCannotBeIsSaid(TestDatabase database) throws Exception {
        try (MovingOrders orders = new MovingOrders(database, by("user_id", "ds{0..1}", "t_code"))) {
            ShardingDataSource one = orders.start(OFTEN);
            create(database, one, "t_code");
            assertThatThrownBy(() -> one.moves().check(ReshardRequest.of(by("shop_id", "ds{0..1}", "t_code"), TICKETS)))
                    .hasMessageContaining("t_code of t_ticket is to be made anew")
                    .hasMessageContaining("name another table");
        }
        try (MovingOrders orders = new MovingOrders(database, ordinary())) {
            ShardingDataSource one = orders.start(OFTEN);
            orders.execute(
                    "ds0",
                    "CREATE TABLE t_ticket (id BIGINT NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL,"
                            + " shop_id BIGINT NOT NULL, code " + code(database) + ", n INT NOT NULL)");
            orders.execute("ds0", "INSERT INTO t_ticket VALUES (1, 1, 1, 'twice', 0), (2, 2, 1, 'twice', 0)");
            Moves moves = one.moves();
            ReshardRequest request = ReshardRequest.of(by("shop_id", "ds{0..1}", "t_ticket_code"), TICKETS);
            assertThat(moves.check(request).warnings())
                    .anySatisfy(text -> assertThat(text).contains("no unique key begins with column code"));
            String id = moves.start(request);
            orders.await(() -> moves.state(id).phase() == MovePhase.FAILED);
            assertThat(moves.state(id).message()).contains("twice");
            orders.execute("ds0", "UPDATE t_ticket SET code = 'once' WHERE id = 2");
            moves.resume(id);
            orders.await(() -> moves.state(id).phase() != MovePhase.FAILED);
            orders.awaitSwitch(moves, id, false);
        }
    }
}
