package io.shardkit.lab.workload;

import io.shardkit.hint.ShardingHint;
import io.shardkit.keygen.SnowflakeKeyGenerator;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.SpreadAlgorithm;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The tables of workload A on so many servers, with so many of each on a server. Thread-safe. */
final class OrderTables {
    private static final int CHILDREN = 1_000;
    private static final int KINDS = 100;

    private static final String COLUMNS = "order_id, order_type, cust_id, cust_type, cust_email, payment_method_type,"
            + " payment_provider_id, shipping_method_type, packing_type, preferred_shipping_time_type, receiver_name,"
            + " receiver_address, receiver_country_id, receiver_province_id, receiver_city_id, receiver_zip,"
            + " receiver_tel, receiver_mobile_tel, cust_message";
    private static final String VALUES = "?, 10, 1, 1, 'customer@example.com', 1, 1, 1, 1, 1, 'receiver name',"
            + " 'receiver address', 1, 1, 1, '100000', '0000000', '00000000000', 'message'";

    private final SnowflakeKeyGenerator keyGenerator;
    private final Layout orders;
    private final Layout children;
    private final int rows;
    private final Keys keys;
    private final Text query;
    private final Text update;
    private final Text insert;
    private final Text insertWithId;
    private final Traffic traffic;
    private final Ledger inserted = new Ledger();
    private final Ledger updates = new Ledger();

    /** The number of the last update of each row, or -1. */
    private final AtomicLongArray last;

    private final Outcomes outcomes = new Outcomes();

    OrderTables(Database kind, int servers, int tables, int rows, int workers, int number, Traffic traffic) {
        this.rows = rows;
        this.traffic = traffic;
        String size = servers + "x" + tables + "_";
        keyGenerator = new SnowflakeKeyGenerator(number, 1_000);
        SpreadAlgorithm byServer = new SpreadAlgorithm(1, servers);
        SpreadAlgorithm byTable = new SpreadAlgorithm(servers, tables);
        orders = new Layout("order", "order" + size, "id", "id", byServer, byTable, keyGenerator);
        children = new Layout("ordert", "ordert" + size, "idm", "idm", byServer, byTable, null);
        keys = new Keys(rows, servers, workers, orders::server);
        last = new AtomicLongArray(rows);
        for (int row = 0; row < rows; row++) {
            last.set(row, -1);
        }
        List<Layout> both = List.of(orders, children);
        query = Text.of(
                "SELECT a.id, a.order_id, a.cust_id, b.idm, b.order_idm FROM {order} a, {ordert} b"
                        + " WHERE a.id = ? AND a.id % 100 = b.idm % 100",
                kind, both);
        update = Text.of(
                "UPDATE {order} SET order_id = ?, cust_id = 2, cust_type = 2, payment_method_type = 2, packing_type = 2"
                        + " WHERE id = ?",
                kind,
                both);
        insert = Text.of("INSERT INTO {order} (" + COLUMNS + ") VALUES (" + VALUES + ")", kind, both);
        insertWithId = Text.of("INSERT INTO {order} (" + COLUMNS + ", id) VALUES (" + VALUES + ", ?)", kind, both);
    }

    List<Layout> layouts() {
        return List.of(orders, children);
    }

    int servers() {
        return orders.servers();
    }

    /** Makes and fills them. */
    void create(Pools pools) throws SQLException {
        for (int server = 0; server < servers(); server++) {
            int own = server;
            for (int table = 0; table < orders.tables(); table++) {
                String order = orders.actual(table);
                String child = children.actual(table);
                int number = table;
                pools.execute(
                        server,
                        "DROP TABLE IF EXISTS " + order,
                        "DROP TABLE IF EXISTS " + child,
                        "CREATE TABLE " + order + " (id " + pools.kind().countedType() + " PRIMARY KEY,"
                                + " order_id VARCHAR(50) NOT NULL, order_type INT, cust_id INT, cust_type INT,"
                                + " cust_email VARCHAR(50), payment_method_type INT, payment_provider_id INT,"
                                + " shipping_method_type INT, packing_type INT, preferred_shipping_time_type INT,"
                                + " receiver_name VARCHAR(100), receiver_address VARCHAR(200), receiver_country_id INT,"
                                + " receiver_province_id INT, receiver_city_id INT, receiver_zip VARCHAR(20),"
                                + " receiver_tel VARCHAR(50), receiver_mobile_tel VARCHAR(50), cust_message VARCHAR(500))",
                        "CREATE TABLE " + child
                                + " (idm BIGINT NOT NULL, id INT, order_idm VARCHAR(50), order_typem INT,"
                                + " cust_idm INT, cust_typem INT)");
                pools.fill(
                        server,
                        insertWithId.actual(table),
                        () -> LongStream.rangeClosed(1, rows - 1)
                                .filter(id -> orders.server(id) == own && orders.table(id) == number)
                                .boxed()
                                .iterator(),
                        (statement, id) -> {
                            statement.setString(1, "r" + id);
                            statement.setLong(2, id);
                        });
                pools.execute(server, pools.kind().countFrom(order, rows));
                pools.fill(
                        server,
                        "INSERT INTO " + child + " VALUES (?, ?, 'child', 1, 1, 1)",
                        () -> LongStream.range(0, CHILDREN)
                                .filter(id -> orders.server(id) == own && orders.table(id) == number)
                                .boxed()
                                .iterator(),
                        (statement, id) -> {
                            statement.setLong(1, id);
                            statement.setLong(2, id);
                        });
            }
        }
    }

    private long id(Subject subject, int worker, boolean own) {
        while (true) {
            int only = subject.only(worker);
            long id = own ? keys.own(only, worker) : keys.any(only);
            if (id != 0) { // a database that numbers rows does not take it
                traffic.count(subject.name(), servers(), orders.server(id));
                return id;
            }
        }
    }

    /** Reads an order with those of its kind. */
    void query(Subject subject, int worker) throws SQLException {
        long id = id(subject, worker, false);
        try (Connection connection = subject.connection(orders.server(id));
                PreparedStatement statement = connection.prepareStatement(subject.text(query, orders.table(id)))) {
            statement.setLong(1, id);
            if (subject.routes() && servers() * orders.tables() > 1) {
                // The statement does not say that all rows of one remainder lie together: the application does.
                ShardingHint together = ShardingHint.key(id);
                try {
                    read(statement, id);
                } finally {
                    together.close();
                }
            } else {
                read(statement, id);
            }
        }
    }

    private static void read(PreparedStatement statement, long id) throws SQLException {
        try (ResultSet answer = statement.executeQuery()) {
            int found = 0;
            while (answer.next()) {
                found++;
                if (answer.getLong(1) != id || answer.getLong(4) % KINDS != id % KINDS) {
                    throw new IllegalStateException("a row of another order");
                }
            }
            if (found != CHILDREN / KINDS) {
                throw new IllegalStateException(found + " rows, not " + CHILDREN / KINDS);
            }
        }
    }

    /** Writes five columns of an order. */
    void update(Subject subject, int worker) throws Exception {
        long id = id(subject, worker, true);
        long number = updates.next();
        outcomes.write(id, () -> {
            try (Connection connection = subject.connection(orders.server(id));
                    PreparedStatement statement = connection.prepareStatement(subject.text(update, orders.table(id)))) {
                statement.setString(1, "u" + number);
                statement.setLong(2, id);
                int count = statement.executeUpdate();
                if (count != 1) {
                    throw new IllegalStateException(count + " rows updated");
                }
                last.set((int) id, number);
            }
        });
    }

    /** Adds an order. */
    void insert(Subject subject, int worker) throws Exception {
        long number = inserted.next();
        if (subject.routes() || servers() * orders.tables() == 1) {
            inserted.keep(number, 1, () -> insert(subject, insert, 0, number, null));
        } else {
            long id = newId(subject.only(worker));
            traffic.count(subject.name(), servers(), orders.server(id));
            inserted.keep(number, 1, () -> insert(subject, insertWithId, orders.server(id), number, id));
        }
    }

    private long newId(int only) {
        while (true) {
            long id = (Long) keyGenerator.nextKey();
            if (only < 0 || orders.server(id) == only) {
                return id;
            }
        }
    }

    private void insert(Subject subject, Text text, int server, long number, @Nullable Long id) throws SQLException {
        try (Connection connection = subject.connection(server);
                PreparedStatement statement =
                        connection.prepareStatement(subject.text(text, id == null ? 0 : orders.table(id)))) {
            statement.setString(1, "n" + number);
            if (id != null) {
                statement.setLong(2, id);
            }
            statement.executeUpdate();
        }
    }

    /** Reads all, and says what does not agree. */
    void check(Pools pools, Check check) throws SQLException {
        Ledger.Reading reading = inserted.reading();
        String what = "orders, " + servers() + " servers, " + orders.tables() + " tables each,";
        BitSet first = new BitSet();
        long[] wrong = new long[3];
        for (int server = 0; server < servers(); server++) {
            for (int table = 0; table < orders.tables(); table++) {
                int at = server;
                int in = table;
                pools.read(server, "SELECT id, order_id FROM " + orders.actual(table), row -> {
                    long id = row.getLong(1);
                    String text = row.getString(2);
                    if (servers() * orders.tables() > 1 && (orders.server(id) != at || orders.table(id) != in)) {
                        wrong[0]++;
                    }
                    if (text.startsWith("n")) {
                        reading.row(Long.parseLong(text.substring(1)));
                        return;
                    }
                    wrong[1] += first.get((int) id) ? 1 : 0;
                    first.set((int) id);
                    long written = last.get((int) id);
                    if (outcomes.isKnown(id) && !text.equals(written < 0 ? "r" + id : "u" + written)) {
                        wrong[2]++;
                    }
                });
            }
        }
        reading.into(check, what);
        check.doubled(wrong[1]);
        check.lost(rows - 1 - first.cardinality());
        check.line(what + " in a wrong place", 0, wrong[0]);
        check.line(what + " without their last update", 0, wrong[2]);
    }

    /** Returns the number of rows on each server. */
    long[] rows(Pools pools) throws SQLException {
        long[] count = new long[servers()];
        for (int server = 0; server < servers(); server++) {
            for (int table = 0; table < orders.tables(); table++) {
                int at = server;
                pools.read(server, "SELECT COUNT(*) FROM " + orders.actual(table), row -> count[at] += row.getLong(1));
            }
        }
        return count;
    }
}
