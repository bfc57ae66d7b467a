package io.shardkit.lab.workload;

import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** The tables of sysbench, each with its rows spread over the servers, and its statements. Thread-safe. */
final class SysbenchTables {
    private static final int READS = 10;
    private static final String PAD = "67847967377-48000963322-62604785301-91415491898-96926520291";

    private final int rows;
    private final Keys keys;
    private final Traffic traffic;
    private final boolean replicated;
    private final boolean strict;
    private final boolean indexed;
    private final List<Table> tables = new ArrayList<>();

    /** One of them, with what the databases must hold: how often the k of each row was counted up since it was inserted. */
    private final class Table {
        private final Layout layout;
        private final Text select;
        private final Text updateIndex;
        private final Text updateNonIndex;
        private final Text delete;
        private final Text insert;
        private final AtomicIntegerArray counted = new AtomicIntegerArray(rows);
        private final Outcomes outcomes = new Outcomes();
        private final Ledger inserted = new Ledger();

        Table(Database kind, int number, ShardingAlgorithm byServer) {
            String name = "sbtest" + number;
            layout = Layout.perServer(name, name + "_", "id", byServer);
            List<Layout> own = List.of(layout);
            String in = "{" + name + "}";
            select = Text.of("SELECT c FROM " + in + " WHERE id=?", kind, own);
            updateIndex = Text.of("UPDATE " + in + " SET k=k+1 WHERE id=?", kind, own);
            updateNonIndex = Text.of("UPDATE " + in + " SET c=? WHERE id=?", kind, own);
            delete = Text.of("DELETE FROM " + in + " WHERE id=?", kind, own);
            insert = Text.of("INSERT INTO " + in + " (id, k, c, pad) VALUES (?, ?, ?, ?)", kind, own);
        }
    }

    /**
     * So many tables.
     *
     * @param workers how many may write at the same time
     * @param replicated whether transactions that only read say so
     * @param strict whether no row is away while it is read
     * @param indexed whether k has an index
     */
    SysbenchTables(
            Database kind,
            ShardingAlgorithm byServer,
            int count,
            int rows,
            int workers,
            Traffic traffic,
            boolean replicated,
            boolean strict,
            boolean indexed) {
        this.indexed = indexed;
        this.replicated = replicated;
        this.strict = strict;
        this.rows = rows;
        this.traffic = traffic;
        keys = new Keys(rows, byServer.shardCount(), workers, byServer::shard);
        for (int number = 1; number <= count; number++) {
            tables.add(new Table(kind, number, byServer));
        }
    }

    List<Layout> layouts() {
        return tables.stream().map(table -> table.layout).toList();
    }

    /** Makes and fills them. */
    void create(Pools pools) throws SQLException {
        for (Table table : tables) {
            for (int server = 0; server < table.layout.servers(); server++) {
                String name = table.layout.actual(0);
                pools.execute(
                        server,
                        "DROP TABLE IF EXISTS " + name,
                        "CREATE TABLE " + name + " (id BIGINT NOT NULL PRIMARY KEY, k INTEGER NOT NULL,"
                                + " c VARCHAR(120) NOT NULL, pad VARCHAR(60) NOT NULL)");
                if (indexed) {
                    pools.execute(server, "CREATE INDEX k_" + name + " ON " + name + " (k)");
                }
                pools.fill(server, table.insert.actual(0), keys.rows(server), SysbenchTables::bind);
            }
        }
    }

    private static void bind(PreparedStatement statement, long id) throws SQLException {
        statement.setLong(1, id);
        statement.setInt(2, k(id));
        statement.setString(3, text(id));
        statement.setString(4, PAD);
    }

    private static int k(long id) {
        return (int) (id * 7919 % 500_000);
    }

    private static String text(long number) {
        return ((68_487_932_199L + number % 64) + "-").repeat(10).substring(0, 119);
    }

    private Table table() {
        return tables.get(ThreadLocalRandom.current().nextInt(tables.size()));
    }

    private int only(Subject subject, int worker) {
        int only = subject.only(worker);
        int server = only >= 0
                ? only
                : ThreadLocalRandom.current().nextInt(tables.get(0).layout.servers());
        traffic.count(subject.name(), tables.get(0).layout.servers(), server);
        return server;
    }

    /** A row more than there were at the beginning. */
    void insertNew(Subject subject, int worker) throws Exception {
        Table table = table();
        int only = subject.only(worker);
        long number = table.inserted.next();
        while (only >= 0 && table.layout.server(rows + number) != only) {
            number = table.inserted.next();
        }
        long id = rows + number;
        int server = table.layout.server(id);
        traffic.count(subject.name(), table.layout.servers(), server);
        table.inserted.keep(number, 1, () -> {
            try (Connection connection = subject.connection(server)) {
                insert(connection, subject, table, id);
            }
        });
    }

    /** One column of one row. */
    void pointSelect(Subject subject, int worker) throws SQLException {
        int server = only(subject, worker);
        try (Connection connection = subject.reading(server)) {
            select(connection, subject, table(), server);
        }
    }

    /** Ten of them in a transaction. */
    void readOnly(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        Table table = table();
        try (Connection connection = subject.reading(server)) {
            if (replicated) {
                connection.setReadOnly(true);
            }
            transaction(connection, on -> reads(on, subject, table, server));
            if (replicated) {
                connection.setReadOnly(false);
            }
        }
    }

    /** Both updates, and a row deleted and inserted again, in a transaction. */
    void writeOnly(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        writing(subject, server, worker, false);
    }

    /** Ten reads, and the writes, in a transaction. */
    void readWrite(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        writing(subject, server, worker, true);
    }

    private void writing(Subject subject, int server, int worker, boolean reads) throws Exception {
        Table table = table();
        long id = keys.own(server, worker);
        table.outcomes.write(id, () -> {
            try (Connection connection = subject.connection(server)) {
                transaction(connection, on -> {
                    if (reads) {
                        reads(on, subject, table, server);
                    }
                    update(on, subject.text(table.updateIndex, 0), id);
                    updateText(on, subject, table, id);
                    update(on, subject.text(table.delete, 0), id);
                    insert(on, subject, table, id);
                });
            }
            table.counted.set((int) id, 0);
        });
    }

    /** A column with an index. */
    void updateIndex(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        Table table = table();
        long id = keys.own(server, worker);
        table.outcomes.write(id, () -> {
            try (Connection connection = subject.connection(server)) {
                update(connection, subject.text(table.updateIndex, 0), id);
            }
            table.counted.incrementAndGet((int) id);
        });
    }

    /** A column without. */
    void updateNonIndex(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        Table table = table();
        long id = keys.own(server, worker);
        table.outcomes.write(id, () -> {
            try (Connection connection = subject.connection(server)) {
                updateText(connection, subject, table, id);
            }
        });
    }

    /** A row deleted, and inserted again: else the table would soon be empty. */
    void delete(Subject subject, int worker) throws Exception {
        int server = only(subject, worker);
        Table table = table();
        long id = keys.own(server, worker);
        table.outcomes.write(id, () -> {
            try (Connection connection = subject.connection(server)) {
                update(connection, subject.text(table.delete, 0), id);
                insert(connection, subject, table, id);
            }
            table.counted.set((int) id, 0);
        });
    }

    private interface Work {
        void on(Connection connection) throws SQLException;
    }

    private static void transaction(Connection connection, Work work) throws SQLException {
        connection.setAutoCommit(false);
        boolean done = false;
        try {
            work.on(connection);
            connection.commit();
            done = true;
        } finally {
            if (!done) {
                connection.rollback();
            }
            connection.setAutoCommit(true);
        }
    }

    private void reads(Connection connection, Subject subject, Table table, int server) throws SQLException {
        for (int read = 0; read < READS; read++) {
            select(connection, subject, table, server);
        }
    }

    private void select(Connection connection, Subject subject, Table table, int server) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(subject.text(table.select, 0))) {
            statement.setLong(1, keys.any(server));
            try (ResultSet rows = statement.executeQuery()) {
                boolean found = rows.next();
                // In a soak another thread may have deleted it, and not inserted it again yet.
                if ((!found && strict) || (found && rows.getString(1).length() != 119)) {
                    throw new IllegalStateException("not the row");
                }
            }
        }
    }

    private static void update(Connection connection, String sql, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, id);
            one(statement.executeUpdate());
        }
    }

    private static void updateText(Connection connection, Subject subject, Table table, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(subject.text(table.updateNonIndex, 0))) {
            statement.setString(1, text(ThreadLocalRandom.current().nextInt(64)));
            statement.setLong(2, id);
            one(statement.executeUpdate());
        }
    }

    private static void insert(Connection connection, Subject subject, Table table, long id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(subject.text(table.insert, 0))) {
            bind(statement, id);
            one(statement.executeUpdate());
        }
    }

    private static void one(int count) {
        if (count != 1) {
            throw new IllegalStateException(count + " rows and not one");
        }
    }

    /** Reads all, and says what does not agree. */
    Check check(Pools pools) throws SQLException {
        Check check = new Check();
        for (Table table : tables) {
            BitSet seen = new BitSet();
            long[] wrong = new long[3];
            Ledger.Reading reading = table.inserted.reading();
            for (int server = 0; server < table.layout.servers(); server++) {
                int at = server;
                pools.read(server, "SELECT id, k FROM " + table.layout.actual(0), row -> {
                    int id = row.getInt(1);
                    wrong[1] += table.layout.server(id) == at ? 0 : 1;
                    if (id >= rows) {
                        reading.row(id - rows);
                        return;
                    }
                    wrong[0] += seen.get(id) ? 1 : 0;
                    seen.set(id);
                    if (table.outcomes.isKnown(id) && row.getInt(2) != k(id) + table.counted.get(id)) {
                        wrong[2]++;
                    }
                });
            }
            String what = "rows of " + table.layout.name();
            check.doubled(wrong[0]);
            if (table.outcomes.areKnown()) {
                check.lost(rows - seen.cardinality());
            }
            check.line(what, rows, seen.cardinality());
            check.line(what + " in a wrong place", 0, wrong[1]);
            check.line(what + " not counted up as acknowledged", 0, wrong[2]);
            reading.into(check, "more " + what);
        }
        return check;
    }

    /** A number that two servers with the same rows have in common. */
    long digest(Pools pools, int server) throws SQLException {
        long[] digest = new long[1];
        for (Table table : tables) {
            pools.read(
                    server,
                    "SELECT COUNT(*), SUM(id), SUM(k) FROM " + table.layout.actual(0),
                    row -> digest[0] = 31 * (31 * (31 * digest[0] + row.getLong(1)) + row.getLong(2)) + row.getLong(3));
        }
        return digest[0];
    }

    /** Returns the number of rows on each server. */
    long[] rows(Pools pools) throws SQLException {
        long[] count = new long[tables.get(0).layout.servers()];
        for (Table table : tables) {
            for (int server = 0; server < count.length; server++) {
                int at = server;
                pools.read(
                        server, "SELECT COUNT(*) FROM " + table.layout.actual(0), row -> count[at] += row.getLong(1));
            }
        }
        return count;
    }
}
