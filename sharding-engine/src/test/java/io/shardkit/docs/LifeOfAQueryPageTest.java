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
        assertCallsInOrder(SEVERAL_UNITS, "## Run it: several units", "## Where else to look", 7, 10, 20);
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
                for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
                    String type = frame.getClassName();
                    if (type.startsWith("io.shardkit.")
                            && !type.startsWith("io.shardkit.docs.")
                            && !frame.getMethodName().contains("$")) {
                        frames.add(
                                "`" + type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "."
                                        + frame.getMethodName() + "`");
                    }
                }
            });
            run(shop.sharded, sql, parameters);
        }
        Collections.reverse(frames);
        assertThat(frames).hasSizeGreaterThan(3);
        assertThat(part).containsSubsequence(frames);
    }

    private static void run(ShardingDataSource dataSource, String sql, Object... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
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
