package io.shardkit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that follows one statement names only what exists, in the order in which it is called. */
class LifeOfAQueryPageTest {
    private static final String ONE_UNIT = "SELECT status, total FROM t_order WHERE user_id = ? AND order_id = ?";
    private static final String SEVERAL_UNITS =
            "SELECT order_id FROM t_order WHERE user_id = ? ORDER BY total DESC LIMIT ? OFFSET ?";

    private static final String GATHERED = "SELECT order_id, RANK() OVER (ORDER BY total) FROM t_order";
    private static final String INSERT = "INSERT INTO t_customer (user_id, name) VALUES (?, ?), (?, ?)";
    private static final String GATHERED_UPDATE =
            "UPDATE t_order SET status = ? WHERE order_id IN (SELECT MAX(order_id) FROM t_order GROUP BY status)";

    /** The maximum number of named methods between the user's call and the driver's, both ends of the engine included. */
    private static final int MOST_HOPS = 9;

    /** A class, or a class and its member, in a span of code. */
    private static final Pattern NAME =
            Pattern.compile("`([A-Z][a-z]\\w*(?:\\.[A-Z]\\w*)*)(?:\\.([a-z]\\w*))?(?:\\(\\))?`");

    private static final Map<String, Class<?>> CLASSES = classes();

    private final String page = DocsPage.named("life-of-a-query.md").text();

    @Test
    void namesWhatExists() {
        int members = 0;
        Matcher name = NAME.matcher(page);
        while (name.find()) {
            assertThat(CLASSES).as("the class of " + name.group()).containsKey(name.group(1));
            if (name.group(2) != null) {
                members++;
                Class<?> type = CLASSES.get(name.group(1));
                assertThat(Stream.concat(
                                Arrays.stream(type.getDeclaredMethods()).map(method -> method.getName()),
                                Arrays.stream(type.getMethods()).map(method -> method.getName())))
                        .as("the methods of " + name.group(1))
                        .contains(name.group(2));
            }
        }
        assertThat(members).isGreaterThan(30);
    }

    @Test
    void oneUnitGetsTheTextThatThePageShows() throws SQLException {
        try (Shop shop = new Shop()) {
            run(shop.sharded, ONE_UNIT, 7, 21);
            assertThat(page).contains(ONE_UNIT);
            assertThat(shop.calls).hasSize(1);
            assertShown(shop.calls);
        }
    }

    @Test
    void severalUnitsGetTheTextsThatThePageShows() throws SQLException {
        try (Shop shop = new Shop()) {
            run(shop.sharded, SEVERAL_UNITS, 7, 10, 20);
            assertThat(page).contains(SEVERAL_UNITS);
            assertThat(shop.calls).hasSize(2);
            assertShown(shop.calls);
        }
    }

    @Test
    void oneUnitIsCalledAsThePageSays() throws SQLException {
        assertCallsInOrder(ONE_UNIT, "## Run it: one unit", "## Run it: several units", 7, 21);
    }

    @Test
    void severalUnitsAreCalledAsThePageSays() throws SQLException {
        assertCallsInOrder(SEVERAL_UNITS, "## Run it: several units", "## Run it: rows gathered", 7, 10, 20);
    }

    @Test
    void oneUnitGoesStraightToTheDriver() throws SQLException {
        assertStraight(ONE_UNIT, "## Run it: one unit", 4, 7, 21);
    }

    @Test
    void severalUnitsGoStraightToTheDriver() throws SQLException {
        assertStraight(SEVERAL_UNITS, "## Run it: several units", MOST_HOPS, 7, 10, 20);
    }

    @Test
    void gatheredRowsGoStraightToTheDriver() throws SQLException {
        assertStraight(GATHERED, "## Run it: rows gathered in one place", MOST_HOPS);
    }

    @Test
    void insertGoesStraightToTheDriver() throws SQLException {
        assertStraight(INSERT, "## Run it: an INSERT of several units", MOST_HOPS, 8, "Dora", 9, "Emil");
    }

    @Test
    void updateThatReadsOtherUnitsGoesStraightToTheDriver() throws SQLException {
        assertStraight(GATHERED_UPDATE, "## Run it: an UPDATE that reads other units", MOST_HOPS, "x");
    }

    /** The ways to the user's statement and to what is read for it: as the page says, short, and never back. */
    private void assertStraight(String sql, String heading, int mostHops, Object... parameters) throws SQLException {
        assertThat(page).contains(sql);
        int from = page.indexOf(heading);
        String part = page.substring(from, page.indexOf("\n## ", from));
        List<List<StackTraceElement>> ways = new ArrayList<>();
        try (Shop shop = new Shop()) {
            shop.onDriver(() -> ways.add(engineFrames()));
            run(shop.sharded, sql, parameters);
        }
        ways.removeIf(way -> !way.get(way.size() - 1).getClassName().matches(".*\\.(DriverCalls|TextCall)"));
        assertThat(ways).isNotEmpty();
        for (List<StackTraceElement> way : ways) {
            List<String> frames = way.stream().map(LifeOfAQueryPageTest::code).toList();
            assertThat(frames).hasSizeLessThanOrEqualTo(mostHops);
            assertThat(part).containsSubsequence(frames);
            List<String> types = new ArrayList<>();
            for (StackTraceElement frame : way) {
                if (types.isEmpty() || !types.get(types.size() - 1).equals(frame.getClassName())) {
                    types.add(frame.getClassName());
                }
            }
            assertThat(types).as("classes that the way comes back to").doesNotHaveDuplicates();
        }
    }

    /** The engine's named methods on the stack, the outermost first. */
    private static List<StackTraceElement> engineFrames() {
        List<StackTraceElement> frames = new ArrayList<>();
        for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
            if (frame.getClassName().startsWith("io.shardkit.")
                    && !frame.getClassName().startsWith("io.shardkit.docs.")
                    && !frame.getMethodName().contains("$")) {
                frames.add(frame);
            }
        }
        Collections.reverse(frames);
        return frames;
    }

    private static String code(StackTraceElement frame) {
        String type = frame.getClassName();
        return "`" + type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + frame.getMethodName() + "`";
    }

    private void assertShown(List<Shop.Call> calls) {
        for (Shop.Call call : calls) {
            assertThat(page).contains(call.dataSource() + ": " + call.sql() + "\n");
        }
    }

    /** Every frame of the engine, from the user's call to the shard's, stands in the part of the page, in its order. */
    private void assertCallsInOrder(String sql, String from, String to, Object... parameters) throws SQLException {
        String part = page.substring(page.indexOf(from), page.indexOf(to));
        List<String> frames = new ArrayList<>();
        try (Shop shop = new Shop()) {
            shop.onCall(() -> {
                frames.clear();
                engineFrames().forEach(frame -> frames.add(code(frame)));
            });
            run(shop.sharded, sql, parameters);
        }
        assertThat(frames).hasSizeGreaterThan(3);
        assertThat(part).containsSubsequence(frames);
    }

    private static void run(ShardingDataSource dataSource, String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            if (!sql.startsWith("SELECT")) {
                statement.executeUpdate();
                return;
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
            }
        }
    }

    /** The engine's classes by their names without package; nested ones as Outer.Inner. */
    private static Map<String, Class<?>> classes() {
        Path root = Path.of("target", "classes");
        Map<String, Class<?>> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name =
                        root.relativize(file).toString().replace(".class", "").replace('/', '.');
                if (!name.endsWith("package-info")) {
                    Class<?> type = Class.forName(name, false, LifeOfAQueryPageTest.class.getClassLoader());
                    classes.put(name.substring(name.lastIndexOf('.') + 1).replace('$', '.'), type);
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return classes;
    }
}
