package io.shardkit.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that a new question to a plan is answered by what forwards to another plan, too. */
class ForwardingPlanTest {
    /** Questions about the outer plan itself, which keep their defaults. */
    private static final Set<String> ITS_OWN = Set.of("asWritten", "isOfShape", "refusal");

    @Test
    void eachQuestionIsForwardedOrTheOuterPlansOwn() {
        Set<String> expected = names(StatementPlan.class);
        expected.removeAll(ITS_OWN);
        expected.add("plan");

        assertThat(names(ForwardingPlan.class)).isEqualTo(expected);
    }

    private static Set<String> names(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
