package io.shardkit.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.shardkit.plan.Attempt;
import io.shardkit.plan.BoundPlan;
import io.shardkit.plan.Learned;
import io.shardkit.plan.ParallelismChoice;
import io.shardkit.plan.Plan;
import io.shardkit.plan.StatementPlan;
import io.shardkit.plan.UnitUnions;
import io.shardkit.planner.analysis.UnitSqlCache;
import io.shardkit.planner.analysis.UnitTexts;
import io.shardkit.planner.command.ExplainPlan;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that what was decided for a statement does not change; what its executions learn stands beside it. */
class ImmutablePlansTest {
    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.shardkit");

    /** Classes that keep SQL that was made once, so that it is not made again. */
    private static final Set<String> TEXTS =
            Set.of(UnitTexts.class.getName(), UnitSqlCache.class.getName(), FilledCalls.class.getName());

    /**
     * Classes at which the search ends: the plan of a shape, with all that its statements learned, stands within the
     * plans of these statements; a parser is no data.
     */
    private static final Set<String> ENDS = Set.of(Plan.class.getName(), "io.shardkit.sql.SqlParser");

    private static final Set<String> OF_LEARNING =
            Set.of(Learned.class.getName(), ParallelismChoice.class.getName(), UnitUnions.class.getName());

    /** The methods of the planner's packages that throw refusals; none of them while it plans. */
    private static final Set<String> THROWERS = Set.of(
            // The door: a table that does not exist yet may exist the next time, so that there is no plan to keep.
            "Planner.planned",
            "Planner.ofLookup",
            // Asked for a description, not a plan.
            "PlanCache.shape",
            // Binding a plan: what was refused at planning is told now, or a value or the units it leads to are
            // refused.
            "DataChangePlan.around",
            "DatabaseExplainPlan.told",
            "InsertPlan.bind",
            "InsertPlan.calls",
            "PassthroughPlan.refuseAbsent",
            "InsertPlan.unit",
            "Given.check",
            "LookupChangePlan.calls",
            "LookupInsertPlan.bind",
            "ComputedMovePlan.bind",
            "MovingUpdatePlan.bind",
            "QueryPlan.bind",
            "QueryPlan.overUnits",
            "LimitedReadPlan.bind",
            "MergeRowPlan.bind",
            "MergeStatementPlan.in",
            "RowNumbers.number",
            "RefusedPlan.bind",
            "UnchangedShardingKey.check",
            "UniqueUpdatePlan.bind",
            "WritePlan.bind",
            // Finding the units of one execution, as binding asks it to.
            "RowRouting.unit",
            "RowRouting.check",
            "StatementRouting.emptyUnit",
            // Finding them once more, as databases have told where rows with the keys are.
            "BoundUpsert.place");

    @Test
    void plansAndWhatTheyAreMadeOfHaveFinalFieldsOnly() {
        Set<String> mutable = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        ENGINE.stream()
                .filter(type -> type.isAssignableTo(StatementPlan.class) && !type.isInterface())
                .forEach(type -> walk(type, seen, mutable));
        assertThat(seen).contains("io.shardkit.planner.select.QueryPlan", ExplainPlan.class.getName());
        assertThat(mutable).isEmpty();
    }

    private static void walk(JavaClass type, Set<String> seen, Set<String> mutable) {
        if (TEXTS.contains(type.getName()) || ENDS.contains(type.getName()) || !seen.add(type.getName())) {
            return;
        }
        type.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .forEach(field -> {
                    if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                        mutable.add(field.getFullName());
                    }
                    field.getAllInvolvedRawTypes().forEach(each -> {
                        if (each.getPackageName().startsWith("java.util.concurrent")
                                || OF_LEARNING.contains(each.getName())) {
                            mutable.add(field.getFullName() + " is a " + each.getSimpleName());
                        }
                        if (ENGINE.contain(each.getName())
                                && each.getPackageName().matches("io.shardkit.plan.*")) {
                            walk(each, seen, mutable);
                        }
                    });
                });
    }

    @Test
    void boundPlansHaveFinalFieldsOnly() {
        assertThat(ENGINE.stream()
                        .filter(type -> type.isAssignableTo(BoundPlan.class))
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL)))
                .isEmpty();
    }

    /** Refusals that are thrown become values at the door of the planner, where values are bound, and after a merge. */
    @Test
    void whatIsThrownBecomesAValueInFewPlaces() {
        assertThat(ENGINE.stream()
                        .filter(type -> !type.isEquivalentTo(Attempt.class))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(call -> call.getTargetOwner().isEquivalentTo(Attempt.class)
                                && call.getName().equals("of"))
                        .map(call -> call.getOriginOwner().getName().replaceFirst("\\$.*", ""))
                        .distinct())
                .containsExactlyInAnyOrder(
                        "io.shardkit.planner.Planner",
                        "io.shardkit.planner.StatementPlanner",
                        "io.shardkit.planner.ParameterizedPlan",
                        "io.shardkit.planner.advice.StatementAdviser",
                        "io.shardkit.planner.advice.Trials",
                        "io.shardkit.planner.command.ExplainPlan",
                        "io.shardkit.planner.insert.InsertPlan",
                        "io.shardkit.execute.query.QueryRunner",
                        "io.shardkit.execute.query.ScatterQuery",
                        "io.shardkit.execute.query.LimitedQuery");
    }

    /** A refusal is a value until it leaves the planner. */
    @Test
    void plannersThrowNoRefusals() {
        assertThat(ENGINE.stream()
                        .filter(type -> type.getPackageName().startsWith("io.shardkit.planner"))
                        .flatMap(type -> type.getMethodCallsFromSelf().stream())
                        .filter(ImmutablePlansTest::makesThrown)
                        .map(call -> call.getOriginOwner().getSimpleName() + "."
                                + call.getOrigin().getName())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(THROWERS);
    }

    /** Returns true if the called method gives an exception, or throws a refusal that was a value. */
    private static boolean makesThrown(JavaMethodCall call) {
        return call.getTarget().getRawReturnType().isAssignableTo(SQLException.class)
                || (call.getTargetOwner().isAssignableTo(Attempt.class)
                        && call.getName().equals("orThrow"));
    }

    /** A refusal is a value while there may be another way; what a database throws goes its own way. */
    @Test
    void noPlannerCatchesAnSqlException() {
        assertThat(ENGINE.stream()
                        .filter(type -> type.getPackageName().startsWith("io.shardkit.planner"))
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(code -> code.getTryCatchBlocks().stream()
                                .flatMap(block -> block.getCaughtThrowables().stream())
                                .anyMatch(caught -> caught.isAssignableTo(SQLException.class)
                                        || caught.isEquivalentTo(Exception.class))))
                .isEmpty();
    }
}
