package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.OpenConnections;
import io.shardkit.error.ErrorCode;
import io.shardkit.options.Limits;
import io.shardkit.plan.Plan;
import io.shardkit.rule.ShardingRule;
import io.shardkit.sql.shape.NormalizedTexts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans each case of {@code src/test/resources/plans} and compares all that one execution of it would do. */
class PlanGoldenTest {
    private static final Map<String, Map<String, Object>> SEEN = new LinkedHashMap<>();
    private static final Catalog CATALOG = OrderTables.catalog();
    private static final Limits NO_GATHER = Limits.builder()
            .gatherEnabled(false)
            .gatherMaxRows(1)
            .maxMergedRows(1000)
            .maxOffset(1000)
            .build();

    /** Codes that no plan alone can show, and the test that shows each. */
    private static final Map<ErrorCode, String> OTHER_CODES = Map.ofEntries(
            Map.entry(ErrorCode.SORT_TYPE_UNKNOWN, "merge/MergerTest"),
            Map.entry(ErrorCode.NUMBER_OUT_OF_RANGE, "merge/AggregationTest"),
            Map.entry(ErrorCode.GATHER_TOO_LARGE, "docs/SqlSupportPageTest"),
            Map.entry(ErrorCode.DATABASE_REFUSED, "differential/server/GatherFailuresIT"),
            Map.entry(ErrorCode.NAME_OF_SEVERAL, "ddl/DdlSuite"),
            Map.entry(ErrorCode.CATALOG_APART, "ddl/CatalogOfAllTablesIT"),
            Map.entry(ErrorCode.UNEXPECTED_FAILURE, "jdbc/WallTest"),
            Map.entry(ErrorCode.UNIQUE_KEY_ELSEWHERE, "differential/write/UpsertContract"),
            Map.entry(ErrorCode.UNIQUE_KEY_NOT_CHOSEN, "planner/KeyChoiceTest"),
            Map.entry(ErrorCode.LOOKUP_WRITE, "jdbc/LookupContract"),
            Map.entry(ErrorCode.DUPLICATE_KEY, "differential/write/UpsertContract"),
            Map.entry(ErrorCode.TOO_MANY_UNITS, "error/LimitCodesTest"),
            Map.entry(ErrorCode.MERGE_TOO_LARGE, "error/LimitCodesTest"),
            Map.entry(ErrorCode.TOO_COMPLEX, "planner/NestingTest"),
            Map.entry(ErrorCode.DEADLINE_PASSED, "error/LimitCodesTest"),
            Map.entry(ErrorCode.CLOCK_STEPPED_BACK, "planner/KeyGenerationTest"),
            Map.entry(ErrorCode.WORKER_ID_NOT_HELD, "planner/KeyGenerationTest"),
            Map.entry(ErrorCode.NO_KEY_BLOCK, "planner/KeyGenerationTest"),
            Map.entry(ErrorCode.KEY_OF_ANOTHER_SHARD, "jdbc/EmbeddedShardSuite"),
            Map.entry(ErrorCode.KEY_OUTSIDE, "jdbc/AlgorithmRoutingTest"),
            Map.entry(ErrorCode.HINT_CONTRADICTED, "differential/topology/HintContract"),
            Map.entry(ErrorCode.HINT_MISSING, "differential/topology/HintContract"),
            Map.entry(ErrorCode.HINT_INVALID, "differential/topology/HintContract"),
            Map.entry(ErrorCode.SHARDING_KEY_LEFT, "differential/topology/HintContract"),
            Map.entry(ErrorCode.TABLE_MISSING, "jdbc/GrowingTablesSuite"),
            Map.entry(ErrorCode.TABLES_GREW, "jdbc/GrowingTablesSuite"),
            Map.entry(ErrorCode.ATOMIC_SWITCHED_OFF, "jdbc/AtomicContract"),
            Map.entry(ErrorCode.COMMIT_UNDECIDED, "jdbc/AtomicContract"),
            Map.entry(ErrorCode.COMMIT_OVERTAKEN, "jdbc/AtomicContract"),
            Map.entry(ErrorCode.NOT_PREPARABLE, "jdbc/AtomicPostgresqlIT"),
            Map.entry(ErrorCode.ATOMIC_LACKING, "jdbc/AtomicContract"),
            Map.entry(ErrorCode.NO_REPLICA, "replica/ReplicaRoutingTest"),
            Map.entry(ErrorCode.REPLICA_SNAPSHOT, "replica/ReplicaRoutingTest"),
            Map.entry(ErrorCode.VERIFICATION_FAILED, "verify/VerifierSuite"));

    /** Traps that no single plan shows, and the test that shows each. */
    private static final Map<Integer, String> OTHER_TRAPS = Map.of(
            26, "planner/PlannerTest",
            27, "planner/PlannerTest",
            28, "planner/PlannerTest",
            29, "planner/PlannerTest",
            42, "rule/ShardingRuleBuilderTest");

    static List<GoldenCase> cases() throws IOException {
        return GoldenFiles.read();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void plansAsWritten(GoldenCase golden) throws SQLException {
        ShardingRule rule = OrderTables.rule();
        Plan plan = new Planner(rule, CATALOG, golden.dialect(), NO_GATHER).plan(golden.sql());
        Plan gathering = new Planner(rule, CATALOG, golden.dialect(), Limits.DEFAULTS).plan(golden.sql());
        Map<String, Object> seen = new GoldenPrint(rule).print(plan, gathering, golden.params());
        SEEN.put(golden.toString(), seen);
        if (!GoldenFiles.WRITE) {
            assertThat(String.join("\n", GoldenPrint.yaml(seen, "")))
                    .as(golden.sql())
                    .isEqualTo(String.join("\n", GoldenPrint.yaml(golden.expect(), "")));
        }
    }

    /**
     * Checks that a statement does the same by the plan of its shape as by its own plan; but the plan of the shape may
     * tell the rows of one call, as it does not know before execution that all of them bring their keys, and refuse no
     * earlier.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("shapedCases")
    void plansAsWrittenByShape(GoldenCase golden) throws SQLException {
        ShardingRule rule = OrderTables.rule();
        Plan plan = new PlanCache(1, new Planner(rule, CATALOG, golden.dialect(), NO_GATHER))
                .get(golden.sql(), OpenConnections.NONE);
        Plan gathering = new PlanCache(1, new Planner(rule, CATALOG, golden.dialect(), Limits.DEFAULTS))
                .get(golden.sql(), OpenConnections.NONE);
        Map<String, Object> seen = new TreeMap<>(new GoldenPrint(rule).print(plan, gathering, golden.params()));
        Map<String, Object> expected = new TreeMap<>(golden.expect());
        if (!expected.containsKey("merge") && String.valueOf(seen.get("merge")).startsWith("rows")) {
            seen.remove("merge");
        }
        if (expected.containsKey("refuse")) {
            seen.remove("at");
            expected.remove("at");
        }
        assertThat(String.join("\n", GoldenPrint.yaml(seen, "")))
                .as(golden.sql())
                .isEqualTo(String.join("\n", GoldenPrint.yaml(expected, "")));
    }

    static List<GoldenCase> shapedCases() throws IOException {
        List<GoldenCase> shaped = cases().stream()
                .filter(golden -> new NormalizedTexts(golden.dialect()).of(golden.sql()) != null)
                .toList();
        assertThat(shaped).hasSizeGreaterThan(100);
        return shaped;
    }

    @AfterAll
    static void writeWhatWasSeen() throws IOException {
        if (GoldenFiles.WRITE) {
            GoldenFiles.write(SEEN);
        }
    }

    @Test
    void everyCodeForStatementsAndValuesOccurs() throws IOException {
        Set<String> seen = new TreeSet<>();
        for (GoldenCase golden : cases()) {
            seen.add(String.valueOf(golden.expect().get("refuse")));
            seen.add(String.valueOf(golden.expect().get("gather")).replace("refuse ", ""));
        }
        List<ErrorCode> missing = Arrays.stream(ErrorCode.values())
                .filter(code -> code.number() / 1000 == 2 || code.number() / 1000 == 3)
                .filter(code -> !seen.contains(code.name()) && !OTHER_CODES.containsKey(code))
                .toList();
        assertThat(missing).as("codes that no golden shows").isEmpty();
        for (Map.Entry<ErrorCode, String> other : OTHER_CODES.entrySet()) {
            assertThat(seen).doesNotContain(other.getKey().name());
            assertThat(Path.of("src/test/java/io/shardkit", other.getValue() + ".java"))
                    .content()
                    .contains("ErrorCode." + other.getKey().name());
        }
    }

    @Test
    void everyTrapOfRoutingAndJoinsOccurs() throws IOException {
        Set<Integer> seen = new TreeSet<>(OTHER_TRAPS.keySet());
        cases().forEach(golden -> seen.addAll(golden.traps()));
        assertThat(seen).containsAll(IntStream.rangeClosed(1, 54).boxed().toList());
        OTHER_TRAPS.values().forEach(test -> assertThat(Path.of("src/test/java/io/shardkit", test + ".java"))
                .exists());
    }
}
