package io.shardkit.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.benchmarks.database.Databases;
import io.shardkit.lab.subject.Database;
import io.shardkit.lab.subject.Layout;
import io.shardkit.lab.subject.Pools;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** Runs each workload a few times, without JMH, and compares the rows that the subjects read and leave. */
class WorkloadTest {
    private static final int OPERATIONS = 12;

    static List<String> workloads() {
        return Benchmarks.namesOfWorkloads(".*");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void subjectsAgree(String workload) throws Exception {
        Outcome byHand = outcome(workload, Variant.HAND);
        assertThat(byHand.answers()).hasSize(OPERATIONS).doesNotContain(0L);
        assertThat(byHand.rows().values()).anyMatch(rows -> !rows.isEmpty());
        List<Variant> others = new ArrayList<>(Variant.common());
        others.remove(Variant.HAND);
        others.addAll(workload(workload).alternatives());
        for (Variant variant : others) {
            assertThat(outcome(workload, variant)).as("%s", variant).isEqualTo(byHand);
        }
    }

    /**
     * The outcome of a subject.
     *
     * @param answers of each operation
     * @param rows of each actual table afterwards, as strings
     */
    private record Outcome(List<Object> answers, TreeMap<String, List<String>> rows) {}

    private static Outcome outcome(String name, Variant variant) throws Exception {
        JmhWorkload workload = workload(name);
        workload.database = Database.H2;
        workload.subject = variant;
        workload.open();
        ThreadKeys keys = new ThreadKeys();
        keys.start(new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
        try {
            call(workload, Setup.class);
            Method operation =
                    workload.getClass().getMethod(name.substring(name.lastIndexOf('.') + 1), ThreadKeys.class);
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

    private static JmhWorkload workload(String name) {
        return Benchmarks.workload(Benchmarks.className(name));
    }

    /**
     * Calls the methods that JMH calls around an iteration or a trial, but not those of the base class, which are called
     * first or last.
     */
    private static void call(JmhWorkload workload, Class<?> kind)
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
        for (int source = 0; source < Databases.SOURCES; source++) {
            for (Layout layout : layouts) {
                for (int suffix = 0; suffix < layout.tables(); suffix++) {
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
