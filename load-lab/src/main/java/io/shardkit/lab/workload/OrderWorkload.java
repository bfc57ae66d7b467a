package io.shardkit.lab.workload;

import io.shardkit.lab.load.Contender;
import io.shardkit.lab.load.Task;
import io.shardkit.lab.report.ShardLoad;
import io.shardkit.lab.subject.Opened;
import io.shardkit.lab.subject.Peer;
import io.shardkit.lab.subject.Pools;
import io.shardkit.lab.subject.Subject;
import io.shardkit.options.Replication;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workload A: queries, updates and inserts of orders, each by JDBC and through Shardkit, on one server and on several, with
 * one table on each and with two.
 */
final class OrderWorkload implements Workload {
    /** The number of servers that the workload needs. */
    static final int SERVERS = 4;

    static final String ONE = "JDBC, 1 server, 1 table";
    static final String TWO_SERVERS = "Shardkit, 2 servers, 1 table each";
    static final String FOUR_SERVERS = "Shardkit, 4 servers, 1 table each";

    static final List<Question> QUESTIONS = List.of(
            new Question(
                    "What do two databases give when the database is what is scarce?",
                    true,
                    List.of(new Step.Ratio(TWO_SERVERS, List.of(ONE), 1.9, true)),
                    "Two servers get",
                    "times as much done as one"),
            new Question(
                    "What do four databases give?",
                    true,
                    List.of(new Step.Ratio(FOUR_SERVERS, List.of(ONE), 3.7, true)),
                    "Four servers get",
                    "times as much done as one"),
            new Question(
                    "What does Shardkit cost at equal work, on one server and one table?",
                    false,
                    List.of(new Step.Ratio("Shardkit, 1 server, 1 table", List.of(ONE), 0)),
                    "Shardkit gets",
                    "of what plain JDBC gets done"));

    static final List<String> OPERATIONS = List.of("query", "update", "insert");

    private static final List<Size> SIZES =
            List.of(new Size(1, 1), new Size(1, 2), new Size(2, 1), new Size(2, 2), new Size(4, 1));

    /** The number of servers, and of tables of each kind on each server. */
    private record Size(int servers, int tables) {
        /** Returns the ending of the names of subjects that work on this size. */
        String where() {
            return (servers == 1 ? ", 1 server, " : ", " + servers + " servers, ")
                    + (tables == 1 ? "1 table" : "2 tables")
                    + (servers == 1 ? "" : " each");
        }

        /** The name of plain JDBC there. */
        String direct() {
            return (servers == 1 ? "JDBC" : "by hand") + where();
        }
    }

    private final Pools pools;
    private final Opened opened;
    private final Traffic traffic = new Traffic();
    private final Map<String, OrderTables> tables = new LinkedHashMap<>();
    private final List<Who> who = new ArrayList<>();
    private final List<Step.Ratio> ratios = new ArrayList<>();

    private record Who(Subject subject, OrderTables tables) {}

    OrderWorkload(Pools pools, LabSettings settings, int workers) throws SQLException {
        this.pools = pools;
        opened = new Opened(pools, workers);
        int number = 0;
        for (Size size : SIZES) {
            if (size.servers <= pools.count()) {
                int rows = Keys.enough(settings.rows(2_000), SERVERS, workers);
                OrderTables each =
                        new OrderTables(pools.kind(), size.servers, size.tables, rows, workers, number++, traffic);
                each.create(pools);
                add(each, size);
            }
        }
        ratios.add(new Step.Ratio(TWO_SERVERS, List.of(ONE), 1.9, true));
        ratios.add(new Step.Ratio(FOUR_SERVERS, List.of(ONE), 3.7, true));
        ratios.add(new Step.Ratio("Shardkit, 2 servers, 2 tables each", List.of(ONE), 0));
        ratios.add(new Step.Ratio(TWO_SERVERS, List.of("s0 alone", "s1 alone"), 0));
    }

    /**
     * Returns the names of the subjects on so many servers or fewer: by JDBC, through Shardkit, and through the peer if
     * the build added it.
     */
    static List<String> namesOnUpTo(int mostServers) {
        List<String> names = new ArrayList<>();
        for (Size size : SIZES) {
            if (size.servers <= mostServers) {
                names.add(size.direct());
                names.add(Opened.SHARDKIT + size.where());
                Peer.find().ifPresent(peer -> names.add(peer.name() + size.where()));
            }
        }
        return names;
    }

    private void add(OrderTables each, Size size) throws SQLException {
        int servers = size.servers;
        String where = size.where();
        tables.put(where, each);
        String hand = size.direct();
        String ours = Opened.SHARDKIT + where;
        who.add(new Who(Subject.byHand(hand, pools), each));
        who.add(new Who(
                opened.shardkit(ours, pools.byName(servers), each.layouts(), List.of(), Replication.NONE), each));
        opened.peer(where, pools.byName(servers), each.layouts(), List.of())
                .ifPresent(subject -> who.add(new Who(subject, each)));
        ratios.add(new Step.Ratio(ours, List.of(hand), 0));
        if (servers == 2 && size.tables == 1) {
            who.add(new Who(Subject.alone(0, pools), each));
            who.add(new Who(Subject.alone(1, pools), each));
        }
    }

    /** The work of an operation for a subject. */
    private interface Operation {
        void run(OrderTables tables, Subject subject, int worker) throws Exception;
    }

    @Override
    public List<Step> steps() {
        return List.of(
                step(OPERATIONS.get(0), OrderTables::query),
                step(OPERATIONS.get(1), OrderTables::update),
                step(OPERATIONS.get(2), OrderTables::insert));
    }

    private Step step(String name, Operation operation) {
        List<Contender> contenders = new ArrayList<>();
        for (Who each : who) {
            Task task = worker -> operation.run(each.tables, each.subject, worker);
            contenders.add(new Contender(each.subject.name(), task));
        }
        return new Step(name, contenders, ratios);
    }

    @Override
    public List<Integer> threads(boolean gated) {
        return List.of(gated ? 64 : 16);
    }

    @Override
    public String soaked() {
        return "Shardkit, 2 servers, 2 tables each";
    }

    @Override
    public Check check() throws SQLException {
        Check check = new Check();
        for (OrderTables each : tables.values()) {
            each.check(pools, check);
        }
        return check;
    }

    @Override
    public List<ShardLoad> shards(Map<String, long[]> statements) throws SQLException {
        List<ShardLoad> loads = new ArrayList<>();
        for (Map.Entry<String, OrderTables> each : tables.entrySet()) {
            loads.addAll(traffic.of(
                    Opened.SHARDKIT + each.getKey(), statements, each.getValue().rows(pools)));
        }
        return loads;
    }

    @Override
    public void close() {
        opened.close();
    }
}
