package io.shardkit;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.shardkit.docs.DocsPage;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.BoundQuery;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.WriteStep;
import io.shardkit.plan.lookup.LookedUpStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The layers of the engine, the rooms in them, and what its packages and classes may be called. */
class ArchitectureTest {
    private static final String ROOT = "io.shardkit.";

    /** Every package, lowest first; each may import only those before it. */
    private static final List<String> ROOMS = List.of(
            "error",
            "observe",
            "options",
            "hint",
            "dialect.branch",
            "dialect.facts",
            "dialect.mysql",
            "dialect.postgresql",
            "dialect.h2",
            "dialect",
            "dialect.driver",
            "algorithm",
            "keygen",
            "rule",
            "catalog",
            "sql.text",
            "sql.statement",
            "sql.command",
            "sql.passthrough",
            "sql.shape",
            "sql.merge",
            "sql.form",
            "sql.read",
            "sql",
            "route",
            "verify",
            "merge.memory",
            "merge",
            "replica",
            "statistics",
            "plan",
            "plan.command",
            "plan.unique",
            "plan.gather",
            "plan.limit",
            "plan.lookup",
            "plan.move",
            "heat",
            "planner.analysis",
            "planner.gather",
            "planner.select",
            "planner.insert",
            "planner.write",
            "planner.broadcast",
            "planner.lookup",
            "planner.command",
            "planner.advice",
            "planner",
            "execute.watch",
            "execute",
            "execute.transaction",
            "execute.atomic",
            "execute.session",
            "execute.xa",
            "execute.driver",
            "execute.scatter",
            "execute.gather",
            "execute.query",
            "execute.write",
            "execute.run",
            "move.alter",
            "move.table",
            "membership",
            "restore",
            "move",
            "jdbc.result",
            "jdbc.metadata",
            "jdbc",
            "forecast",
            "export");

    /** Rooms that only the rest of their layer uses. */
    private static final List<String> INNER_ROOMS = List.of(
            "dialect.mysql",
            "dialect.postgresql",
            "dialect.h2",
            "sql.command",
            "sql.form",
            "sql.read",
            "planner.analysis",
            "planner.gather",
            "planner.select",
            "planner.insert",
            "planner.write",
            "planner.broadcast",
            "planner.lookup",
            "planner.command",
            "planner.advice",
            "jdbc.result",
            "jdbc.metadata");

    /** The room that reads the parser's tree. */
    private static final String DRUID_ROOM = "sql.read";

    private static final int MOST_CLASSES = 40;

    /** Packages that still have more classes than that. */
    private static final Set<String> CROWDED = Set.of();

    /** The classes that cannot but know each other, because users see both ends. */
    private static final Set<Set<String>> KNOTS = Set.of(
            // A connection opens statements, and a statement tells its connection.
            Set.of(
                    "jdbc.ShardingConnection",
                    "jdbc.AbstractStatement",
                    "jdbc.ExecutingStatement",
                    "jdbc.StatementSeries",
                    "jdbc.SeriesPreparedStatement",
                    "jdbc.ShardingStatement",
                    "jdbc.ShardingPreparedStatement"));

    private static final JavaClasses ENGINE = new ClassFileImporter().importPath(Path.of("target", "classes"));

    static List<String> rooms() {
        return ROOMS;
    }

    /** The name of a class's package below the engine's root; empty for the root. */
    private static String room(JavaClass type) {
        return type.getPackageName().replaceFirst("^io\\.shardkit\\.?", "");
    }

    /** The pages get the layers from this class, and their purposes from the packages themselves. */
    @Test
    void pagesListTheLayersAndTheirRooms() throws IOException {
        StringBuilder table =
                new StringBuilder("| layer | purpose | its packages, lowest first |\n| --- | --- | --- |\n");
        for (String layer : layers()) {
            List<String> rooms =
                    ROOMS.stream().filter(room -> layer(room).equals(layer)).toList();
            boolean last = rooms.get(rooms.size() - 1).equals(layer);
            String cell = rooms.stream()
                    .filter(room -> !last || !room.equals(layer))
                    .map(room -> room.equals(layer)
                            ? "`" + layer + "` itself"
                            : "`" + room.substring(layer.length() + 1) + "` " + purpose(room))
                    .collect(Collectors.joining("; "));
            table.append("| `" + layer + "` | " + purpose(layer) + " |" + (cell.isEmpty() ? "" : " " + cell) + " |\n");
        }
        new DocsPage(Path.of("..", "CONTRIBUTING.md")).hasGenerated("layers", table.toString());
        String line = layers().stream().map(layer -> "`" + layer + "`").collect(Collectors.joining(", "));
        DocsPage.named("life-of-a-query.md").hasGenerated("layers", line + "\n");
    }

    private static List<String> layers() {
        return ROOMS.stream().map(ArchitectureTest::layer).distinct().toList();
    }

    private static String layer(String room) {
        return room.replaceFirst("\\..*", "");
    }

    /** The first sentence of a package's Javadoc, as part of a sentence. */
    private static String purpose(String room) {
        Path source = Path.of("src", "main", "java", "io", "shardkit")
                .resolve(room.replace('.', '/'))
                .resolve("package-info.java");
        Matcher sentence = Pattern.compile("/\\*\\*(.*?)\\.\\s", Pattern.DOTALL).matcher(DocsPage.text(source));
        assertThat(sentence.find()).as(room).isTrue();
        String text = sentence.group(1).replaceAll("\\s*\\n \\*", "").strip();
        boolean isWord = !Character.isUpperCase(text.charAt(1));
        return isWord ? text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1) : text;
    }

    @Test
    void everyPackageIsARoom() {
        Set<String> packages = ENGINE.stream()
                .map(ArchitectureTest::room)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        assertThat(packages).containsExactlyInAnyOrderElementsOf(ROOMS);
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void roomImportsLowerRoomsOnly(String room) {
        String[] higher = ROOMS.subList(ROOMS.indexOf(room) + 1, ROOMS.size()).stream()
                .map(name -> ROOT + name)
                .toArray(String[]::new);
        if (higher.length > 0) {
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + room)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(higher)
                    .check(ENGINE);
        }
    }

    /** They may take quadratic time, or a stack as deep as the text is long. */
    @Test
    void whatUsersSendIsReadWithoutRegularExpressions() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "sql..", ROOT + "planner..", ROOT + "hint..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.regex")
                .orShould()
                .callMethodWhere(target(nameMatching("matches|replaceAll|replaceFirst"))
                        .and(target(owner(equivalentTo(String.class)))))
                .check(ENGINE);
    }

    @Test
    void layersHaveNoCycles() {
        slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(ENGINE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(ENGINE);
    }

    @Test
    void classesHaveNoCycles() {
        Map<String, Set<String>> reachable = reachable(usedClasses());
        Set<Set<String>> knots = new HashSet<>();
        reachable.forEach((type, used) -> {
            if (used.contains(type)) {
                knots.add(used.stream()
                        .filter(each -> reachable.getOrDefault(each, Set.of()).contains(type))
                        .collect(Collectors.toSet()));
            }
        });
        assertThat(knots).isEqualTo(KNOTS);
    }

    /** For each class, with those that are nested in it, the other ones that it uses. */
    private static Map<String, Set<String>> usedClasses() {
        Map<String, Set<String>> used = new HashMap<>();
        for (JavaClass type : ENGINE) {
            Set<String> others = used.computeIfAbsent(outermost(type), name -> new HashSet<>());
            for (Dependency each : type.getDirectDependenciesFromSelf()) {
                JavaClass target = each.getTargetClass().getBaseComponentType();
                if (target.getName().startsWith(ROOT) && !outermost(target).equals(outermost(type))) {
                    others.add(outermost(target));
                }
            }
        }
        return used;
    }

    private static String outermost(JavaClass type) {
        return type.getName().substring(ROOT.length()).replaceFirst("\\$.*", "");
    }

    private static Map<String, Set<String>> reachable(Map<String, Set<String>> used) {
        Map<String, Set<String>> reachable = new HashMap<>();
        used.forEach((type, direct) -> {
            Set<String> found = new HashSet<>(direct);
            Deque<String> open = new ArrayDeque<>(direct);
            while (!open.isEmpty()) {
                for (String next : used.getOrDefault(open.pop(), Set.of())) {
                    if (found.add(next)) {
                        open.push(next);
                    }
                }
            }
            reachable.put(type, found);
        });
        return reachable;
    }

    /** One has to read as many files to know what a method does. */
    @Test
    void objectsOfJdbcAreAtMostThreeDeep() {
        for (JavaClass type : ENGINE) {
            boolean shown = type.isAssignableTo(Connection.class)
                    || type.isAssignableTo(Statement.class)
                    || type.isAssignableTo(ResultSet.class);
            long deep = type.getAllRawSuperclasses().stream()
                    .filter(each -> each.getName().startsWith(ROOT))
                    .count();
            assertThat(shown ? deep + 1 : 0).as(type.getName()).isLessThanOrEqualTo(3);
        }
    }

    /** A value that others can change has no owner. */
    @Test
    void publicFieldsAreFinal() {
        assertThat(ENGINE.stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC)
                                && !field.getModifiers().contains(JavaModifier.FINAL))
                        .map(JavaField::getFullName))
                .isEmpty();
    }

    @Test
    void innerRoomsAreUsedInTheirLayerOnly() {
        for (String room : INNER_ROOMS) {
            String layer = room.substring(0, room.indexOf('.'));
            noClasses()
                    .that()
                    .resideOutsideOfPackage(ROOT + layer + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(ROOT + room)
                    .check(ENGINE);
        }
    }

    @Test
    void whatRunsAPlanKnowsNoPlanner() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "execute..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT + "planner..")
                .check(ENGINE);
    }

    /** The kinds of plans live in several rooms; what differs between them is asked of the plan itself. */
    @Test
    void nobodyTellsKindsOfStatementPlansApart() {
        assertThat(ENGINE.stream()
                        .flatMap(type -> type.getCodeUnits().stream())
                        .flatMap(code -> code.getInstanceofChecks().stream())
                        .filter(check -> check.getRawType().isAssignableTo(StatementPlan.class)))
                .isEmpty();
    }

    /** Bound plans answer questions about themselves; a few kinds are told apart all the same. */
    @Test
    void kindsOfBoundPlansAreToldApartInFewPlaces() {
        assertThat(ENGINE.stream()
                        .flatMap(type -> type.getCodeUnits().stream())
                        .flatMap(code -> code.getInstanceofChecks().stream())
                        .filter(check -> check.getRawType().isAssignableTo(BoundPlan.class))
                        .map(check -> check.getOwner().getOwner().getSimpleName() + " "
                                + check.getRawType().getSimpleName())
                        .distinct())
                .containsExactlyInAnyOrder(
                        // The fast path.
                        "ExecutingStatement SingleShard",
                        "StatementRunner SingleShard",
                        "LookupReader LookedUpStatement",
                        // What runs in its own way.
                        "WriteRunner BoundCommand",
                        "WriteRunner Calls",
                        "Batch Calls",
                        "WriteRunner TransactionCommand",
                        "WriteRunner ProbedWrite",
                        "Batch FixedTimestampWrite",
                        "DataChangePlan ProbedWrite",
                        "DataChangePlan Calls",
                        "UniqueUpdatePlan Calls");
    }

    /** Each kind of step or query has a line in the table of the class that runs it. */
    @Test
    void eachKindIsInATable() {
        assertThat(classObjects("execute.write.WriteInterpreter")).containsAll(kinds(WriteStep.class));
        Set<String> queries = kinds(BoundQuery.class);
        // It is bound anew before it runs.
        queries.remove(LookedUpStatement.class.getName());
        assertThat(classObjects("execute.query.QueryRunner")).containsAll(queries);
    }

    private static Set<String> kinds(Class<?> of) {
        return ENGINE.stream()
                .filter(type -> type.isAssignableTo(of) && !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .map(type -> type.getName())
                .collect(Collectors.toSet());
    }

    private static Set<String> classObjects(String type) {
        return ENGINE.get(ROOT + type).getCodeUnits().stream()
                .flatMap(code -> code.getReferencedClassObjects().stream())
                .map(each -> each.getRawType().getName())
                .collect(Collectors.toSet());
    }

    @Test
    void packagesAreSmall() {
        Map<String, Long> sizes = ENGINE.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(ArchitectureTest::room, Collectors.counting()));
        sizes.values().removeIf(size -> size <= MOST_CLASSES);
        assertThat(sizes.keySet()).isEqualTo(CROWDED);
    }

    @Test
    void druidStaysInOneRoom() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + DRUID_ROOM)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.alibaba..")
                .check(ENGINE);
    }

    @Test
    void druidIsItsParserOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.alibaba.druid.pool..",
                        "com.alibaba.druid.proxy..",
                        "com.alibaba.druid.filter..",
                        "com.alibaba.druid.mock..",
                        "com.alibaba.druid.stat..")
                .check(ENGINE);
    }

    @Test
    void engineKnowsNoSpring() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework..")
                .check(ENGINE);
    }

    /**
     * All transactions of shards are committed in one place; what is set on a fresh connection is no transaction, and
     * generators take their blocks of keys, and new tables are made, beside those of the application.
     */
    @Test
    void oneClassCommits() {
        Set<String> committers = ENGINE.stream()
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(access -> access.getName().equals("commit"))
                .filter(access -> access.getTargetOwner().isEquivalentTo(Connection.class))
                .map(access -> access.getOriginOwner().getName().substring(ROOT.length()))
                .collect(Collectors.toSet());
        assertThat(committers)
                .containsExactlyInAnyOrder(
                        "execute.ShardConnection",
                        "execute.SessionModes",
                        "keygen.KeyTable",
                        "membership.StoreTables",
                        "move.table.MoveConnection",
                        "dialect.postgresql.PostgresqlTableCopies");
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses().should().haveSimpleNameEndingWith("Manager").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Helper").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Util").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Utils").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Context").check(ENGINE);
        noClasses().should().haveSimpleNameEndingWith("Processor").check(ENGINE);
        Set<String> drawers = Set.of("util", "utils", "common", "helper", "manager", "context", "misc");
        assertThat(ENGINE.stream().map(each -> each.getPackageName()))
                .noneMatch(name -> drawers.contains(
                        name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)));
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<JavaPackage> packages = ENGINE.stream()
                .map(each -> each.getPackage())
                .filter(each -> !each.getClasses().isEmpty())
                .collect(Collectors.toSet());
        assertThat(packages).isNotEmpty();
        assertThat(packages).allMatch(each -> each.tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false));
    }
}
