package io.shardkit.lab.workload;

import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import io.shardkit.lab.template.Template;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** {@code travelrecord} by ranges of its id, {@code goods} on each server, and the statements T01 to T05. Thread-safe. */
final class TravelTables {
    /** The file of ranges, as that tool's users have it. */
    static final String RANGES = "classpath:travelrecord-ranges.txt";

    static final int SERVERS = 4;

    /** The days that T04 shows. */
    private static final int SHOWN = 10;

    private static final Template USER = Template.of("${enum(A,B)}${char([a-f,0-9]8:8)}${phone(139-189)}");
    private static final Template DATE = Template.of("${date(yyyyMMdd-[2014-2015]y)}");
    private static final Template FEE = Template.of("${int(10,100,999)}");
    private static final Template DAYS = Template.of("${int(1-100)}");
    private static final String SUMS =
            "SELECT SUM(fee) total_fee, days, COUNT(id), MAX(fee), MIN(fee) FROM {travelrecord} GROUP BY days";

    private final int perServer;
    private final int batch;
    private final Layout records;
    private final long[] first = new long[SERVERS];
    private final Keys keys;
    private final Ledger[] inserted = new Ledger[SERVERS];
    private final Ledger goods = new Ledger();
    private final Traffic traffic;

    /** The number that each row's fee was last set to, or -1. */
    private final AtomicLongArray last;

    private final Outcomes outcomes = new Outcomes();
    private final Ledger updates = new Ledger();
    private final Text insert;
    private final Text select;
    private final Text sums;
    private final Text update;

    TravelTables(Database kind, int rows, int workers, int batch, Traffic traffic) {
        this.perServer = rows / SERVERS;
        this.batch = batch;
        this.traffic = traffic;
        ShardingAlgorithm byRange = AlgorithmRegistry.builtIn()
                .create(
                        "travelrecord",
                        "range-file",
                        Map.of("file", RANGES),
                        Targets.of(List.of("s0", "s1", "s2", "s3")));
        records = Layout.perServer("travelrecord", "travelrecord_", "id", byRange);
        long id = 0;
        for (int server = 0; server < SERVERS; server++) {
            while (byRange.shard(id) != server) {
                id += 1_000;
            }
            while (id > 0 && byRange.shard(id - 1) == server) {
                id--;
            }
            first[server] = id;
            inserted[server] = new Ledger();
        }
        keys = new Keys(rows, SERVERS, workers, row -> (int) (row / perServer));
        last = new AtomicLongArray(rows);
        IntStream.range(0, rows).forEach(row -> last.set(row, -1));
        List<Layout> all = List.of(records);
        insert = Text.of("INSERT INTO {travelrecord} (id,user_id,traveldate,fee,days) VALUES (?,?,?,?,?)", kind, all);
        select = Text.of("SELECT * FROM {travelrecord} WHERE id=", kind, all);
        sums = Text.of(SUMS + " ORDER BY days DESC LIMIT ?", kind, all);
        update = Text.of("UPDATE {travelrecord} SET user_id=?,traveldate=?,fee=?,days=? WHERE id=?", kind, all);
    }

    List<Layout> layouts() {
        return List.of(records);
    }

    /** Makes and fills them. */
    void create(Pools pools) throws SQLException {
        for (int server = 0; server < SERVERS; server++) {
            long from = first[server];
            pools.execute(
                    server,
                    "DROP TABLE IF EXISTS travelrecord_0",
                    "DROP TABLE IF EXISTS goods",
                    "CREATE TABLE travelrecord_0 (id BIGINT NOT NULL PRIMARY KEY, user_id VARCHAR(100), traveldate DATE,"
                            + " fee DECIMAL(20), days INT)",
                    "CREATE TABLE goods (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(100), good_type INT,"
                            + " good_img_url VARCHAR(100), good_created DATE, good_desc VARCHAR(100), price DECIMAL(10,2))");
            pools.fill(
                    server,
                    insert.actual(0),
                    () -> LongStream.range(from, from + perServer).boxed().iterator(),
                    TravelTables::bind);
        }
    }

    private static void bind(PreparedStatement statement, long id) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        statement.setLong(1, id);
        statement.setString(2, USER.make(id, random));
        statement.setDate(3, date(random));
        statement.setLong(4, Long.parseLong(FEE.make(id, random)));
        statement.setInt(5, Integer.parseInt(DAYS.make(id, random)));
    }

    private static Date date(ThreadLocalRandom random) {
        return Date.valueOf(LocalDate.parse(DATE.make(0, random), DateTimeFormatter.BASIC_ISO_DATE));
    }

    private int server(Subject subject, int worker) {
        int only = subject.only(worker);
        int server = only >= 0 ? only : ThreadLocalRandom.current().nextInt(SERVERS);
        traffic.count(subject.name(), SERVERS, server);
        return server;
    }

    private long id(long row) {
        return first[(int) (row / perServer)] + row % perServer;
    }

    /** T01: a batch of new rows of one range, all ranges in turns. */
    void insert(Subject subject, int worker) throws Exception {
        int server = server(subject, worker);
        long from = inserted[server].next(batch);
        if (records.server(first[server] + perServer + from + batch) != server) {
            throw new IllegalStateException("the range of " + Pools.name(server) + " is full");
        }
        inserted[server].keep(from, batch, () -> {
            try (Connection connection = subject.connection(server);
                    PreparedStatement statement = connection.prepareStatement(subject.text(insert, 0))) {
                for (long number = from; number < from + batch; number++) {
                    bind(statement, first[server] + perServer + number);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        });
    }

    /** T02: a row of the table that is on each server; by hand one server after the other. */
    void insertGoods(Subject subject, int worker) throws Exception {
        long number = goods.next();
        String sql = "INSERT INTO goods (id,name,good_type,good_img_url,good_created,good_desc,price)"
                + " VALUES (?,?,?,?,?,?,?)";
        goods.keep(number, 1, () -> {
            for (int server = 0; server < (subject.routes() ? 1 : SERVERS); server++) {
                try (Connection connection = subject.connection(server);
                        PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setLong(1, number);
                    statement.setString(2, "goods " + number);
                    statement.setInt(3, (int) (number % 100));
                    statement.setString(4, "http://example.com/" + number);
                    statement.setDate(5, Date.valueOf(LocalDate.of(2014, 1, 1).plusDays(number % 365)));
                    statement.setString(6, "best goods " + number);
                    statement.setBigDecimal(7, BigDecimal.valueOf(number % 1_000));
                    statement.executeUpdate();
                }
            }
        });
    }

    /** T03: a row by its id, which stands in the text. */
    void select(Subject subject, int worker) throws SQLException {
        int server = server(subject, worker);
        long id = id(keys.any(server));
        try (Connection connection = subject.connection(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(subject.text(select, 0) + id)) {
            if (!row.next() || row.getLong("id") != id || row.next()) {
                throw new IllegalStateException("not the one row");
            }
        }
    }

    /** T04: sums by days over all ranges; by hand one server after the other, and added up here. */
    void sums(Subject subject, int worker) throws SQLException {
        List<List<Object>> rows = sums(subject, subject.only(worker), SHOWN);
        if (rows.size() != SHOWN) {
            throw new IllegalStateException(rows.size() + " days and not " + SHOWN);
        }
    }

    /** The rows of T04: total fee, days, count, most and least. */
    List<List<Object>> sums(Subject subject, int only, int limit) throws SQLException {
        boolean one = subject.routes() || only >= 0;
        Map<Integer, long[]> byDays = new TreeMap<>(Comparator.reverseOrder());
        for (int server = one ? Math.max(0, only) : 0; server < (one ? Math.max(0, only) + 1 : SERVERS); server++) {
            try (Connection connection = subject.connection(server);
                    PreparedStatement statement = connection.prepareStatement(subject.text(sums, 0))) {
                // The last days are the last days of each server too.
                statement.setInt(1, limit);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        long[] sum = byDays.computeIfAbsent(
                                row.getInt(2), days -> new long[] {0, 0, Long.MIN_VALUE, Long.MAX_VALUE});
                        sum[0] += row.getLong(1);
                        sum[1] += row.getLong(3);
                        sum[2] = Math.max(sum[2], row.getLong(4));
                        sum[3] = Math.min(sum[3], row.getLong(5));
                    }
                }
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        byDays.forEach((days, sum) -> {
            if (rows.size() < limit) {
                rows.add(List.of(days, sum[0], sum[1], sum[2], sum[3]));
            }
        });
        return rows;
    }

    /** T05: a row by its id. */
    void update(Subject subject, int worker) throws Exception {
        int server = server(subject, worker);
        long row = keys.own(server, worker);
        long number = updates.next();
        outcomes.write(row, () -> {
            try (Connection connection = subject.connection(server);
                    PreparedStatement statement = connection.prepareStatement(subject.text(update, 0))) {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                statement.setString(1, USER.make(row, random));
                statement.setDate(2, date(random));
                statement.setLong(3, number);
                statement.setInt(4, Integer.parseInt(DAYS.make(row, random)));
                statement.setLong(5, id(row));
                if (statement.executeUpdate() != 1) {
                    throw new IllegalStateException("not one row");
                }
                last.set((int) row, number);
            }
        });
    }

    /** Reads all, and says what does not agree. */
    void check(Pools pools, Check check) throws SQLException {
        Ledger.Reading[] readings = new Ledger.Reading[SERVERS];
        for (int server = 0; server < SERVERS; server++) {
            readings[server] = inserted[server].reading();
        }
        BitSet there = new BitSet();
        long[] wrong = new long[3];
        for (int server = 0; server < SERVERS; server++) {
            Ledger.Reading copies = goods.reading();
            int at = server;
            pools.read(server, "SELECT id, fee FROM travelrecord_0", read -> {
                long id = read.getLong(1);
                int home = records.server(id);
                wrong[0] += home == at ? 0 : 1;
                int number = (int) (id - first[home]);
                if (number >= perServer) {
                    readings[home].row(number - perServer);
                    return;
                }
                int row = home * perServer + number;
                wrong[1] += there.get(row) ? 1 : 0;
                there.set(row);
                if (outcomes.isKnown(row) && last.get(row) >= 0 && read.getLong(2) != last.get(row)) {
                    wrong[2]++;
                }
            });
            pools.read(server, "SELECT id FROM goods", read -> copies.row(read.getLong(1)));
            copies.into(check, "goods of " + Pools.name(server));
        }
        for (int server = 0; server < SERVERS; server++) {
            readings[server].into(check, "travel records of " + Pools.name(server));
        }
        check.lost(SERVERS * perServer - there.cardinality());
        check.doubled(wrong[1]);
        check.line("travel records in a wrong place", 0, wrong[0]);
        check.line("travel records without their last update", 0, wrong[2]);
    }

    /** Returns the number of rows on each server. */
    long[] rows(Pools pools) throws SQLException {
        long[] count = new long[SERVERS];
        for (int server = 0; server < SERVERS; server++) {
            int at = server;
            pools.read(server, "SELECT COUNT(*) FROM travelrecord_0", row -> count[at] = row.getLong(1));
        }
        return count;
    }
}
