package io.shardkit.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.differential.Seeds;
import io.shardkit.error.ErrorCode;
import io.shardkit.testing.TestDatabase;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The merge of several tables must answer what one table answers: order, groups, aggregates, digit by digit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DifferentialMerge {
    private static final int ROWS = 60;

    @Parameter
    TestDatabase database;

    private final long seed = Seeds.chosen();
    private HikariDataSource dataSource;
    private MergedTables tables;

    /** A type, some values of it as literals, and how it compares if it is text. */
    record Type(String name, TextOrder text, List<String> values) {
        static Type of(String name, String... values) {
            return new Type(name, TextOrder.UNKNOWN, List.of(values));
        }

        static Type text(String name, TextOrder text, String... values) {
            return new Type(name, text, List.of(values));
        }

        /** Returns the reason why rows are not ordered by the type. */
        ErrorCode refusal() {
            return text == TextOrder.UNKNOWN ? ErrorCode.SORT_TYPE_UNKNOWN : ErrorCode.TEXT_ORDER_UNKNOWN;
        }
    }

    /** The types by which rows can be ordered and grouped. */
    abstract Stream<Type> comparable();

    /** The types by which rows cannot be ordered across tables. */
    abstract Stream<Type> refused();

    /** The types of numbers, with values whose sums are exact. */
    abstract Stream<Type> numbers();

    @BeforeParameterizedClassInvocation
    void open() throws Exception {
        System.out.println(getClass().getSimpleName() + " on " + database + ": -Dshardkit.test.seed=" + seed);
        dataSource = database.create("merge");
        tables = new MergedTables(dataSource);
    }

    @AfterParameterizedClassInvocation
    void close() throws Exception {
        tables.close();
        dataSource.close();
    }

    MergedTables tables() {
        return tables;
    }

    private static List<String> rows(Random random, List<String> values, List<String> amounts) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            rows.add(i + ", " + pick(random, values) + ", " + pick(random, amounts));
        }
        return rows;
    }

    private static String pick(Random random, List<String> values) {
        return random.nextInt(5) == 0 ? "NULL" : values.get(random.nextInt(values.size()));
    }

    @TestFactory
    Stream<DynamicTest> ordersAsOneTable() {
        return comparable()
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    Random random = new Random(seed);
                    fill(random, type, Type.of("INT", "1"));
                    for (boolean descending : new boolean[] {false, true}) {
                        boolean nullsFirst = tables.dialect().nullOrder().nullsFirst(false) != descending;
                        MergeSpec spec = new MergeSpec(
                                0,
                                null,
                                List.of(
                                        new SortKey(2, descending, nullsFirst, type.text()),
                                        new SortKey(1, false, nullsFirst, TextOrder.UNKNOWN)));
                        String sql = "SELECT id, v FROM # ORDER BY v" + (descending ? " DESC" : "") + ", id";
                        assertThat(tables.merged(spec, RowLimit.NONE, sql))
                                .hasSize(ROWS)
                                .isEqualTo(tables.expected(sql));
                        long offset = random.nextInt(ROWS);
                        long count = random.nextInt(ROWS);
                        assertThat(tables.merged(spec, new RowLimit(offset, count), sql + " LIMIT " + (offset + count)))
                                .isEqualTo(tables.expected(sql + " LIMIT " + count + " OFFSET " + offset));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> groupsAsOneTable() {
        return comparable()
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    fill(new Random(seed), type, Type.of("INT", "1", "5", "-7"));
                    boolean nullsFirst = tables.dialect().nullOrder().nullsFirst(false);
                    MergeSpec spec = new MergeSpec(
                            0,
                            new Aggregation(
                                    List.of(new GroupKey(1, type.text())),
                                    List.of(new Aggregate.Count(2), new Aggregate.Count(3), new Aggregate.Sum(4))),
                            List.of(new SortKey(1, false, nullsFirst, type.text())));
                    String sql = "SELECT v, COUNT(*), COUNT(n), SUM(n) FROM # GROUP BY v";
                    assertThat(tables.merged(spec, RowLimit.NONE, sql))
                            .hasSizeGreaterThan(2)
                            .isEqualTo(tables.expected(sql + " ORDER BY v"));
                }));
    }

    @TestFactory
    Stream<DynamicTest> findsExtremesAsOneTable() {
        return comparable()
                .filter(this::hasExtremes)
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    fill(new Random(seed), type, Type.of("INT", "1"));
                    MergeSpec spec = new MergeSpec(
                            0,
                            new Aggregation(
                                    List.of(),
                                    List.of(new Aggregate.Min(1, type.text()), new Aggregate.Max(2, type.text()))),
                            List.of());
                    for (String where : List.of("", " WHERE id < 0")) {
                        String sql = "SELECT MIN(v), MAX(v) FROM #" + where;
                        assertThat(tables.merged(spec, RowLimit.NONE, sql)).isEqualTo(tables.expected(sql));
                    }
                }));
    }

    /** Returns true if the database has MIN and MAX of a type. */
    boolean hasExtremes(Type type) {
        return true;
    }

    @TestFactory
    Stream<DynamicTest> addsAndAveragesAsOneTable() {
        return numbers()
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    fill(new Random(seed), Type.of("INT", "1", "2", "3", "4", "5", "6"), type);
                    List<Aggregate> aggregates = List.of(
                            new Aggregate.Count(2),
                            new Aggregate.Sum(3),
                            new Aggregate.Avg(4, -2, -1),
                            new Aggregate.Min(5, TextOrder.UNKNOWN),
                            new Aggregate.Max(6, TextOrder.UNKNOWN));
                    String columns = "COUNT(n), SUM(n), AVG(n), MIN(n), MAX(n)";
                    String wider =
                            tables.dialect().typeOfAveragedSum(type.name().toLowerCase(Locale.ROOT));
                    String averaged = wider == null ? "n" : "CAST(n AS " + wider + ")";
                    SortKey order =
                            new SortKey(1, false, tables.dialect().nullOrder().nullsFirst(false), TextOrder.UNKNOWN);
                    assertThat(tables.merged(
                                    new MergeSpec(
                                            2,
                                            new Aggregation(List.of(new GroupKey(1, TextOrder.UNKNOWN)), aggregates),
                                            List.of(order)),
                                    RowLimit.NONE,
                                    "SELECT v, " + columns + ", SUM(" + averaged + "), COUNT(n) FROM # GROUP BY v"))
                            .isEqualTo(tables.expected("SELECT v, " + columns + " FROM # GROUP BY v ORDER BY v"));
                    for (String where : List.of("", " WHERE id < 7", " WHERE id < 0")) {
                        assertThat(tables.merged(
                                        new MergeSpec(2, new Aggregation(List.of(), aggregates), List.of()),
                                        RowLimit.NONE,
                                        "SELECT COUNT(*), " + columns + ", SUM(" + averaged + "), COUNT(n) FROM #"
                                                + where))
                                .singleElement()
                                .satisfies(line -> assertThat(withoutFirst(line))
                                        .isEqualTo(withoutFirst(
                                                tables.expected("SELECT COUNT(*), " + columns + " FROM #" + where)
                                                        .get(0))));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> refusesTypesOfUnknownOrder() {
        return refused()
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    fill(new Random(seed), type, Type.of("INT", "1"));
                    SortKey order = new SortKey(2, false, true, type.text());
                    GroupKey key = new GroupKey(2, type.text());
                    String sql = "SELECT id, v FROM # ORDER BY id";
                    ErrorCode code = type.refusal();
                    List<MergeSpec> specs = new ArrayList<>();
                    specs.add(new MergeSpec(0, null, List.of(order)));
                    if (!type.text().knowsEquality()) {
                        specs.add(new MergeSpec(0, new Aggregation(List.of(key), List.of()), List.of()));
                    }
                    for (MergeSpec spec : specs) {
                        assertThatThrownBy(() -> tables.merged(spec, RowLimit.NONE, sql))
                                .isInstanceOf(SQLFeatureNotSupportedException.class)
                                .hasMessageStartingWith(code.code())
                                .hasMessageContaining("\"v\"");
                    }
                }));
    }

    /** Every group has one row only, so that whatever is read must be what the driver gives. */
    @TestFactory
    Stream<DynamicTest> copiesValuesAsTheDriverShowsThem() {
        return Stream.concat(comparable(), refused())
                .map(type -> DynamicTest.dynamicTest(type.name(), () -> {
                    fill(new Random(seed), type, Type.of("INT", "1"));
                    MergeSpec spec = new MergeSpec(
                            0,
                            new Aggregation(List.of(new GroupKey(1, TextOrder.UNKNOWN)), List.of()),
                            List.of(new SortKey(1, false, true, TextOrder.UNKNOWN)));
                    String sql = "SELECT id, v FROM # ORDER BY id";
                    assertThat(tables.merged(spec, RowLimit.NONE, sql)).isEqualTo(tables.expected(sql));
                }));
    }

    /** No sum has more than one part here, so that any number may be tried. */
    @Test
    void writesFloatingNumbersAsOneTable() throws Exception {
        Random random = new Random(seed);
        tables.create("id INT, v INT, n DOUBLE PRECISION");
        List<String> rows = new ArrayList<>();
        for (String edge : List.of(
                "0",
                "1E15",
                "1E16",
                "999999999999999.9",
                "0.0001",
                "0.00001",
                "1E-15",
                "5E-324",
                "1E-310",
                "2.2250738585072014E-308")) {
            rows.add(rows.size() + ", 1, " + edge);
        }
        while (rows.size() < 400) {
            double mantissa = random.nextInt(2) == 0 ? random.nextDouble() : random.nextInt(100) / 16.0;
            rows.add(rows.size() + ", 1, " + mantissa * Math.pow(10, random.nextInt(45) - 22));
        }
        tables.insert(random, rows);
        MergeSpec spec = new MergeSpec(
                0,
                new Aggregation(
                        List.of(new GroupKey(1, TextOrder.UNKNOWN)),
                        List.of(new Aggregate.Sum(2), new Aggregate.Avg(3, 2, 4), new Aggregate.Count(4))),
                List.of(new SortKey(1, false, true, TextOrder.UNKNOWN)));
        String sql = "SELECT id, SUM(n), AVG(n), COUNT(n) FROM # GROUP BY id";
        assertThat(tables.merged(spec, RowLimit.NONE, sql)).isEqualTo(tables.expected(sql + " ORDER BY id"));
    }

    private static List<String> withoutFirst(String line) {
        List<String> values = Arrays.asList(line.split(" \\| "));
        return values.subList(1, values.size());
    }

    private void fill(Random random, Type value, Type amount) throws Exception {
        tables.create("id INT, v " + value.name() + ", n " + amount.name());
        tables.insert(random, rows(random, value.values(), amount.values()));
    }
}
