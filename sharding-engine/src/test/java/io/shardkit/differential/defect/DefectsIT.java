package io.shardkit.differential.defect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each deliberate fault of the engine must turn the suites red; else they prove less than they seem to. */
@Tag("thorough")
class DefectsIT {
    private static final int SHOWN = 160;

    @Test
    void withoutADefectNothingIsFound() throws Exception {
        assertThat(DefectiveEngine.unchanged().hunt("")).isEqualTo(DefectHunt.NOTHING);
    }

    @TestFactory
    Stream<DynamicTest> eachDefectIsNoticed() {
        return Defect.load().stream()
                .map(defect -> DynamicTest.dynamicTest(defect.name(), () -> {
                    String found = DefectiveEngine.with(defect).hunt(defect.first());
                    assertThat(found).as("who notices %s", defect.name()).isNotEqualTo(DefectHunt.NOTHING);
                    String line = found.replaceAll("\\s+", " ");
                    System.out.println("defect " + defect.name() + " is noticed by "
                            + line.substring(0, Math.min(SHOWN, line.length())));
                }));
    }
}
