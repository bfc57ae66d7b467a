package io.shardkit.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.options.ShardingOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Several processes that write while a unit moves to and fro, and what they have told. Works on Linux. Used by one thread.
 */
final class MoveModel implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("shardkit.patience", 90));
    private static final int KEPT_LINES = 300;

    private final Map<String, HikariDataSource> pools = new LinkedHashMap<>();
    private final Map<Integer, ModelWriter.Known> known = new ConcurrentSkipListMap<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final List<Member> members = new ArrayList<>();
    private final int usersOfMember;
    private final long seed;
    private int started;

    /** @param pools of ds0, ds1, ds2 and the store */
    MoveModel(Map<String, HikariDataSource> pools, int usersOfMember, long seed) throws SQLException {
        this.pools.putAll(pools);
        this.usersOfMember = usersOfMember;
        this.seed = seed;
        for (int i = 0; i < ModelWriter.UNITS; i++) {
            for (String each : OrderWriter.tables("t_order_" + i, "t_order_item_" + i)) {
                execute(home(i), each);
            }
        }
    }

    DataSource pool(String name) {
        return pools.get(name);
    }

    private DataSource home(int unit) throws SQLException {
        if (unit == ModelWriter.MOVING && tables("ds2").contains("t_order_1")) {
            return pools.get("ds2");
        }
        return pools.get("ds" + Math.max(0, unit - 1));
    }

    static void execute(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Adds orders that no writer touches, so that there is something to copy. */
    void fill(int from, int rows) throws SQLException {
        for (int unit = 0; unit < ModelWriter.UNITS; unit++) {
            try (Connection connection = home(unit).getConnection();
                    PreparedStatement order =
                            connection.prepareStatement("INSERT INTO t_order_" + unit + " VALUES (?, 0, 'first')");
                    PreparedStatement item =
                            connection.prepareStatement("INSERT INTO t_order_item_" + unit + " VALUES (?, ?, 0)")) {
                connection.setAutoCommit(false);
                for (int user = from; user < from + rows; user++) {
                    if (user % ModelWriter.UNITS == unit) {
                        order.setLong(1, user);
                        order.addBatch();
                        for (int j = 0; j < ModelWriter.ITEMS; j++) {
                            item.setLong(1, user);
                            item.setLong(2, j);
                            item.addBatch();
                        }
                    }
                }
                order.executeBatch();
                item.executeBatch();
                connection.commit();
                connection.setAutoCommit(true);
            }
        }
    }

    /** An instance of the application in a process of its own. */
    final class Member {
        final String name;
        final int number;
        final long pollMillis;
        final Process process;
        final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        final Deque<String> lines = new ArrayDeque<>();
        private final OutputStream in;
        private final Thread reader;

        /** The statement at which it has met its fault, or null. */
        volatile @Nullable String at;

        volatile @Nullable String passed;
        volatile boolean troubled;
        volatile boolean stopped;
        long sleepsUntil;
        volatile long agains;

        private Member(int number, int writers, long pollMillis, List<String> properties) throws IOException {
            this.number = number;
            this.pollMillis = pollMillis;
            this.name = "m" + number + "." + ++started;
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-Xss512k",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "-Dmodel.seed=" + (seed + started),
                    "-Dmodel.user=" + pools.get("ds0").getUsername(),
                    "-Dmodel.password=" + pools.get("ds0").getPassword()));
            pools.forEach((pool, of) -> command.add("-Dmodel.url." + pool + "=" + of.getJdbcUrl()));
            command.addAll(properties);
            command.addAll(List.of(
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    MemberProcess.class.getName(),
                    name,
                    Long.toString(pollMillis),
                    Integer.toString(writers)));
            this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
            this.in = process.getOutputStream();
            this.reader = new Thread(this::read, "reader-" + name);
            reader.setDaemon(true);
            reader.start();
        }

        private void read() {
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    told(line);
                }
            } catch (IOException gone) {
                // Killed.
            }
        }

        private void told(String line) {
            String[] words = line.split(" ", 3);
            switch (words[0]) {
                case "t" ->
                    known.compute(
                            Integer.parseInt(words[1]),
                            (user, now) -> new ModelWriter.Known(now.acknowledged(), Long.parseLong(words[2])));
                case "a" ->
                    known.put(
                            Integer.parseInt(words[1]),
                            new ModelWriter.Known(Long.parseLong(words[2]), Long.parseLong(words[2])));
                case "again" -> agains++;
                case "wrong" -> {
                    keep(line);
                    wrong.add(name + ": " + line);
                }
                case "error" -> {
                    keep(line);
                    errors.add(line);
                }
                case "at" -> {
                    keep(line);
                    at = line;
                }
                case "passed" -> {
                    keep(line);
                    passed = line;
                }
                case "ready", "refused", "going", "asked", "stats", "steps", "ended" -> answers.add(line);
                default -> keep(line);
            }
        }

        private void keep(String line) {
            synchronized (lines) {
                lines.addLast(line);
                if (lines.size() > KEPT_LINES) {
                    lines.removeFirst();
                }
            }
        }

        String log() {
            synchronized (lines) {
                return "--- " + name + (process.isAlive() ? "" : " (ended)") + (stopped ? " (stopped)" : "") + "\n"
                        + String.join("\n", lines);
            }
        }

        void tell(String line) throws IOException {
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        }

        String answer() throws InterruptedException {
            String answer = answers.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (answer == null) {
                throw new AssertionError("no answer of " + dump());
            }
            return answer;
        }

        String ask(String line) throws IOException, InterruptedException {
            tell(line);
            return answer();
        }

        void awaitStart() throws IOException, InterruptedException {
            String answer = answer();
            if (!answer.equals("ready")) {
                throw new AssertionError(answer + dump());
            }
            for (int user : users()) {
                ModelWriter.Known now = known.get(user);
                tell("know " + user + " " + now.acknowledged() + " " + now.tried());
            }
            assertThat(ask("go")).isEqualTo("going");
        }

        private List<Integer> users() {
            List<Integer> users = new ArrayList<>();
            for (int i = 0; i < usersOfMember; i++) {
                users.add(number * usersOfMember + i);
            }
            return users;
        }

        boolean runs() {
            return process.isAlive() && !stopped;
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
            reader.join();
        }

        private void signal(String signal) throws IOException, InterruptedException {
            int rc = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(rc).isZero();
        }

        void stop() throws IOException, InterruptedException {
            troubled = true;
            stopped = true;
            signal("-STOP");
        }

        /** Stops it for that long, if nothing waits for it. */
        void sleep(Duration time) throws IOException, InterruptedException {
            sleepsUntil = System.nanoTime() + time.toNanos();
            stop();
        }

        boolean isAsleep() {
            return stopped && System.nanoTime() - sleepsUntil < 0;
        }

        void goOn() throws IOException, InterruptedException {
            signal("-CONT");
            stopped = false;
            sleepsUntil = System.nanoTime();
        }

        long[] steps() throws IOException, InterruptedException {
            String[] words = ask("steps").split(" ");
            return new long[] {Long.parseLong(words[1]), Long.parseLong(words[2])};
        }

        void awaitProgress() throws Exception {
            long before = steps()[0];
            await("progress of " + name, () -> steps()[0] > before + 3);
        }
    }

    List<Member> members() {
        return members;
    }

    /** Starts a member; its users are new, or those of the member of that number that was killed. */
    Member start(int number, int writers, long pollMillis, String... properties)
            throws IOException, InterruptedException, SQLException {
        fillFor(number);
        Member member = new Member(number, writers, pollMillis, List.of(properties));
        members.removeIf(each -> each.number == number);
        members.add(member);
        return member;
    }

    /** Adds the orders of the users of a member, which may start later; does nothing if they are there. */
    void fillFor(int number) throws SQLException {
        if (!known.containsKey(number * usersOfMember)) {
            fill(number * usersOfMember, usersOfMember);
            for (int i = 0; i < usersOfMember; i++) {
                known.put(number * usersOfMember + i, new ModelWriter.Known(0, 0));
            }
        }
    }

    Member named(String name) {
        return members.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** A state that comes a moment later. */
    interface Awaited {
        boolean isThere() throws Exception;
    }

    void await(String what, Awaited state) throws Exception {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!state.isThere()) {
            checkNothingWrong();
            if (System.nanoTime() > until) {
                throw new AssertionError(what + " does not come: " + dump());
            }
            Thread.sleep(5);
        }
    }

    void checkNothingWrong() {
        if (!wrong.isEmpty()) {
            throw new AssertionError(wrong + dump());
        }
        for (Member each : members) {
            if (!each.troubled && !each.errors.isEmpty()) {
                throw new AssertionError(each.name + " has errors without cause: " + each.errors.peek() + dump());
            }
        }
    }

    ConcurrentLinkedQueue<String> wrong() {
        return wrong;
    }

    String dump() {
        StringBuilder text = new StringBuilder("\nseed " + seed + "\n");
        try {
            text.append("changes: ").append(rows()).append('\n');
            for (String name : List.of("ds0", "ds2")) {
                text.append(name).append(": ").append(tables(name)).append('\n');
            }
        } catch (SQLException failure) {
            text.append(failure);
        }
        members.forEach(each -> text.append(each.log()).append('\n'));
        return text.toString();
    }

    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = pools.get(MemberProcess.STORE).getConnection();
                Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery("SELECT epoch, state, holder, request, expires_at, operation"
                        + " FROM sharding_rule WHERE epoch <= 0")) {
            while (all.next()) {
                rows.add(all.getString(1) + " " + all.getString(2) + " " + all.getString(3) + " " + all.getString(4)
                        + " " + all.getString(5) + " " + all.getString(6).replace('\n', ' '));
            }
        }
        return rows;
    }

    /** A move as it is stored. */
    record Stored(long number, String state, MoveOperation operation, String worker) {
        boolean isSwitched() {
            return number < 0 && operation.phase() == MovePhase.SWITCHED;
        }
    }

    @Nullable Stored stored() throws SQLException {
        try (Connection connection = pools.get(MemberProcess.STORE).getConnection();
                Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery(
                        "SELECT epoch, state, operation FROM sharding_rule WHERE epoch <= 0 ORDER BY epoch")) {
            if (!all.next()) {
                return null;
            }
            MoveOperation operation = MoveOperation.parse(all.getString(3));
            return new Stored(
                    all.getLong(1),
                    all.getString(2),
                    operation,
                    operation.state(0).worker());
        }
    }

    void request(String word) throws SQLException {
        execute(pools.get(MemberProcess.STORE), "UPDATE sharding_rule SET request = '" + word + "' WHERE epoch <= 0");
    }

    /** Waits until the units are where they are to be. */
    Stored awaitSwitch(boolean moved) throws Exception {
        await("the switch", () -> {
            Stored now = stored();
            if (now != null && now.state().equals("prepared") && now.operation().phase() == MovePhase.FAILED) {
                throw new AssertionError("failed: " + now.operation().message() + dump());
            }
            return now != null && now.isSwitched() && now.operation().isBack() == moved;
        });
        return stored();
    }

    List<String> tables(String name) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = pools.get(name).getConnection();
                ResultSet tables = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), null, "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                names.add(tables.getString("TABLE_NAME").toLowerCase(java.util.Locale.ROOT));
            }
        }
        return names;
    }

    /** Waits until the units are at one place, and stay there. */
    void awaitPlaced(boolean moved) throws Exception {
        String there = moved ? "ds2" : "ds0";
        String away = moved ? "ds0" : "ds2";
        await("tables at " + there, () -> tables(there).containsAll(List.of("t_order_1", "t_order_item_1")));
        assertThat(tables(away)).doesNotContain("t_order_1", "t_order_item_1");
    }

    /** Ends all writers, and compares what is there with what was acknowledged. */
    void checkAll() throws Exception {
        end();
        checkNothingWrong();
        List<String> differences = differences();
        if (!differences.isEmpty()) {
            throw new AssertionError(differences + dump());
        }
    }

    void end() throws IOException, InterruptedException {
        for (Member each : members) {
            if (each.process.isAlive()) {
                assertThat(each.ask("end")).isEqualTo("ended");
                each.kill();
            }
        }
    }

    /** An instance in this process, which looks for no newer rules. */
    ShardingDataSource instance() throws SQLException {
        Map<String, DataSource> all = new LinkedHashMap<>(pools);
        return ShardingDataSource.builder()
                .dataSources(all)
                .rule(MemberProcess.rule(""))
                .options(ShardingOptions.builder()
                        .ruleStore(MemberProcess.store("reader", 3_600_000))
                        .build())
                .build();
    }

    /** Returns how what is there differs from what was acknowledged, to a new instance. */
    List<String> differences() throws Exception {
        List<String> differences = new ArrayList<>();
        int found = 0;
        try (ShardingDataSource fresh = instance();
                Connection connection = fresh.getConnection();
                Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery("SELECT o.user_id, o.n, COUNT(*), MAX(i.n) FROM t_order o"
                        + " JOIN t_order_item i ON o.user_id = i.user_id GROUP BY o.user_id, o.n ORDER BY o.user_id")) {
            while (rows.next()) {
                ModelWriter.Known value = known.get(rows.getInt(1));
                if (value == null) {
                    continue;
                }
                found++;
                if (!value.allows(rows.getLong(2))
                        || rows.getInt(3) != ModelWriter.ITEMS
                        || rows.getLong(4) > rows.getLong(2)) {
                    differences.add("user " + rows.getInt(1) + " has " + rows.getLong(2) + " and " + rows.getInt(3)
                            + " items up to " + rows.getLong(4) + "; known: " + value);
                }
            }
        }
        if (found != known.size()) {
            differences.add(found + " users, and not " + known.size());
        }
        return differences;
    }

    @Override
    public void close() {
        for (Member each : members) {
            each.process.destroyForcibly();
        }
        pools.values().forEach(HikariDataSource::close);
    }
}
