package io.shardkit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.benchmarks.database.Database;
import io.shardkit.benchmarks.database.Layout;
import io.shardkit.benchmarks.database.Pools;
import io.shardkit.benchmarks.subject.Peer;
import io.shardkit.benchmarks.subject.Way;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs each workload a few times, without JMH, and compares what the subjects read and what they leave behind. */
class WorkloadTest {
    private static final int OPERATIONS = 12;

    @BeforeEach
    void fewRowsToStream() {
        System.setProperty("bench.stream.rows", "2000");
    }

    @AfterEach
    void allRowsToStream() {
        System.clearProperty("bench.stream.rows");
    }

    static Stream<String> workloads() {
        return BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
                .stream()
                .map(entry -> entry.getUsername());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void subjectsAgree(String workload) throws Exception {
        Outcome byHand = outcome(workload, Way.HAND);
        assertThat(byHand.answers()).hasSize(OPERATIONS).doesNotContain(0L);
        assertThat(byHand.rows().values()).anyMatch(rows -> !rows.isEmpty());
        for (Way way : Way.values()) {
            if (way != Way.PEER || Peer.find().isPresent()) {
                assertThat(outcome(workload, way)).as("%s", way).isEqualTo(byHand);
            }
        }
    }

    /**
     * What a subject did.
     *
     * @param answers of each operation
     * @param rows of each actual table afterwards, as texts
     */
    private record Outcome(List<Object> answers, TreeMap<String, List<String>> rows) {}

    private static Outcome outcome(String name, Way way) throws Exception {
        int dot = name.lastIndexOf('.');
        Workload workload = (Workload)
                Class.forName(name.substring(0, dot)).getDeclaredConstructor().newInstance();
        workload.database = Database.H2;
        workload.subject = way;
        workload.open();
        Keys keys = new Keys();
        keys.start(new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        try {
            call(workload, Setup.class);
            Method operation = workload.getClass().getMethod(name.substring(dot + 1), Keys.class);
            List<Object> answers = new ArrayList<>();
            for (int i = 0; i < OPERATIONS; i++) {
                answers.add(operation.invoke(workload, keys));
            }
            return new Outcome(answers, rows(workload.pools(), workload.layouts()));
        } finally {
            keys.close();
            call(workload, TearDown.class);
            workload.close();
        }
    }

    /** What JMH calls around an iteration or a trial, but not what the base class has, which is called first or last. */
    private static void call(Workload workload, Class<?> kind)
            throws InvocationTargetException, IllegalAccessException {
        for (Method method : workload.getClass().getDeclaredMethods()) {
            Setup setup = method.getAnnotation(Setup.class);
            boolean before = kind == Setup.class && setup != null && setup.value() == Level.Iteration;
            if (before || (kind == TearDown.class && method.isAnnotationPresent(TearDown.class))) {
                method.invoke(workload);
            }
        }
    }

    private static TreeMap<String, List<String>> rows(Pools pools, List<Layout> layouts) throws SQLException {
        TreeMap<String, List<String>> rows = new TreeMap<>();
        for (int source = 0; source < Database.SOURCES; source++) {
            for (Layout layout : layouts) {
                for (int suffix : layout.suffixes(source)) {
                    String table = layout.actual(suffix);
                    try (Connection connection = pools.source(source).getConnection();
                            Statement statement = connection.createStatement();
                            ResultSet found = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1")) {
                        rows.put(Pools.name(source) + "." + table, texts(found));
                    }
                }
            }
        }
        return rows;
    }

    private static List<String> texts(ResultSet found) throws SQLException {
        ResultSetMetaData columns = found.getMetaData();
        List<String> texts = new ArrayList<>();
        while (found.next()) {
            String[] row = new String[columns.getColumnCount()];
            for (int column = 1; column <= row.length; column++) {
                row[column - 1] = found.getString(column);
            }
            texts.add(Arrays.toString(row));
        }
        return texts;
    }
}
