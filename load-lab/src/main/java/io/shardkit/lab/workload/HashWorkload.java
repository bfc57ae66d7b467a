package io.shardkit.lab.workload;

import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.lab.subject.Text;
import io.shardkit.lab.subject.Opened;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Goal;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.options.Replication;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Workload D: a table of sysbench by the hash of its id over four servers; inserts, then selects and updates. */
final class HashWorkload implements Workload {
    static final int SERVERS = 4;

    static final List<Question> QUESTIONS = List.of(
            new Question(
                    "How much of four servers can be used, when they are what is scarce?",
                    true,
                    List.of(new Step.Ratio(Opened.SHARDKIT, alone(), 0)),
                    "Shardkit gets",
                    "of the sum of the direct servers"),
            new Question(
                    "What does Shardkit cost over four servers, compared with routing by hand?",
                    false,
                    List.of(new Step.Ratio(Opened.SHARDKIT, List.of(SysbenchWorkload.BY_HAND), 0)),
                    "Shardkit gets",
                    "of what gets done by hand"));

    private static final String PAD = "67847967377-48000963322-62604785301-91415491898-96926520291";

    private final Pools pools;
    private final Opened opened;
    private final Traffic traffic = new Traffic();
    private final Layout layout = Layout.perServer("sbtest1", "sbtest1_", "id", new HashModAlgorithm(SERVERS));
    private final int rows;
    private final int inserts;
    private final Keys keys;
    private final Text select;
    private final Text update;
    private final Text insert;
    private final Ledger inserted = new Ledger();
    private final AtomicIntegerArray counted;
    private final BitSet unknown = new BitSet();
    private final List<Subject> subjects = new ArrayList<>();
    private final List<Step.Ratio> ratios = new ArrayList<>();

    HashWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        this.pools = pools;
        opened = new Opened(pools, workers);
        rows = Keys.enough(settings.rows(20_000), SERVERS, workers);
        inserts = settings.inserts();
        keys = new Keys(rows, SERVERS, workers, layout::server);
        counted = new AtomicIntegerArray(rows);
        List<Layout> all = List.of(layout);
        select = Text.of("SELECT c FROM {sbtest1} WHERE id=?", pools.kind(), all);
        update = Text.of("UPDATE {sbtest1} SET k=k+1 WHERE id=?", pools.kind(), all);
        insert = Text.of("INSERT INTO {sbtest1} (id, k, c, pad) VALUES (?, ?, ?, ?)", pools.kind(), all);
        create();
        subjects.add(Subject.byHand(SysbenchWorkload.BY_HAND, pools));
        subjects.add(opened.shardkit(Opened.SHARDKIT, pools.byName(SERVERS), all, List.of(), Replication.NONE));
        opened.peer("", pools.byName(SERVERS), all, List.of()).ifPresent(peer -> {
            subjects.add(peer);
            ratios.add(new Step.Ratio(peer.name(), List.of(SysbenchWorkload.BY_HAND), 0));
            ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(peer.name()), 0));
        });
        Subject together = Subject.together(pools);
        subjects.add(together);
        for (int server = 0; server < SERVERS; server++) {
            subjects.add(Subject.alone(server, pools));
        }
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(SysbenchWorkload.BY_HAND), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, alone(), 0));
        ratios.add(new Step.Ratio(Opened.SHARDKIT, List.of(together.name()), 0));
    }

    private static List<String> alone() {
        return List.of("s0 alone", "s1 alone", "s2 alone", "s3 alone");
    }

    private void create() throws SQLException {
        String name = layout.actual(0);
        for (int server = 0; server < SERVERS; server++) {
            pools.execute(
                    server,
                    "DROP TABLE IF EXISTS " + name,
                    "CREATE TABLE " + name + " (id BIGINT NOT NULL PRIMARY KEY, k INTEGER NOT NULL,"
                            + " c VARCHAR(120) NOT NULL, pad VARCHAR(60) NOT NULL)");
            pools.fill(server, insert.actual(0), keys.rows(server), HashWorkload::bind);
        }
    }

    private static void bind(PreparedStatement statement, long id) throws SQLException {
        statement.setLong(1, id);
        statement.setInt(2, 0);
        statement.setString(3, ((68_487_932_199L + id % 64) + "-").repeat(10).substring(0, 119));
        statement.setString(4, PAD);
    }

    private int count(Subject subject, long id) {
        int server = layout.server(id);
        traffic.count(subject.name(), SERVERS, server);
        return server;
    }

    private void insert(Subject subject, int worker) throws Exception {
        int only = subject.only(worker);
        long number = inserted.next();
        while (only >= 0 && layout.server(rows + number) != only) {
            number = inserted.next();
        }
        long id = rows + number;
        int server = count(subject, id);
        inserted.keep(number, 1, () -> {
            try (Connection connection = subject.connection(server);
                    PreparedStatement statement = connection.prepareStatement(subject.text(insert, 0))) {
                bind(statement, id);
                statement.executeUpdate();
            }
        });
    }

    private void select(Subject subject, int worker) throws SQLException {
        long id = keys.any(subject.only(worker));
        try (Connection connection = subject.connection(count(subject, id));
                PreparedStatement statement = connection.prepareStatement(subject.text(select, 0))) {
            statement.setLong(1, id);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || row.getString(1).length() != 119 || row.next()) {
                    throw new IllegalStateException("not the one row");
                }
            }
        }
    }

    private void update(Subject subject, int worker) throws SQLException {
        long id = keys.own(subject.only(worker), worker);
        boolean done = false;
        try (Connection connection = subject.connection(count(subject, id));
                PreparedStatement statement = connection.prepareStatement(subject.text(update, 0))) {
            statement.setLong(1, id);
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("not one row");
            }
            counted.incrementAndGet((int) id);
            done = true;
        } finally {
            if (!done) {
                synchronized (unknown) {
                    unknown.set((int) id);
                }
            }
        }
    }

    private interface Operation {
        void run(Subject subject, int worker) throws Exception;
    }

    @Override
    public List<Step> steps() {
        return List.of(step("insert", this::insert), step("select", this::select), step("update", this::update));
    }

    private Step step(String name, Operation operation) {
        List<Contender> contenders = subjects.stream()
                .map(subject -> new Contender(subject.name(), worker -> operation.run(subject, worker)))
                .toList();
        boolean counted = name.equals("insert") && inserts > 0;
        return new Step(name, contenders, ratios, counted ? new Goal(Opened.SHARDKIT, inserts) : null);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return gated ? List.of(8, 64, 256) : List.of(1, 16, 128);
    }

    @Override
    public String soaked() {
        return Opened.SHARDKIT;
    }

    @Override
    public Check check() throws SQLException {
        Check check = new Check();
        Ledger.Reading reading = inserted.reading();
        BitSet first = new BitSet();
        long[] wrong = new long[3];
        for (int server = 0; server < SERVERS; server++) {
            int at = server;
            pools.read(server, "SELECT id, k FROM " + layout.actual(0), row -> {
                long id = row.getLong(1);
                wrong[0] += layout.server(id) == at ? 0 : 1;
                if (id >= rows) {
                    reading.row(id - rows);
                    return;
                }
                wrong[1] += first.get((int) id) ? 1 : 0;
                first.set((int) id);
                if (!unknown.get((int) id) && row.getInt(2) != counted.get((int) id)) {
                    wrong[2]++;
                }
            });
        }
        reading.into(check, "rows");
        check.lost(rows - first.cardinality());
        check.doubled(wrong[1]);
        check.line("rows in a wrong place", 0, wrong[0]);
        check.line("rows not counted up as acknowledged", 0, wrong[2]);
        return check;
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        long[] count = new long[SERVERS];
        for (int server = 0; server < SERVERS; server++) {
            int at = server;
            pools.read(server, "SELECT COUNT(*) FROM " + layout.actual(0), row -> count[at] = row.getLong(1));
        }
        return traffic.of(Opened.SHARDKIT, statements, count);
    }

    @Override
    public void close() {
        opened.close();
    }
}
