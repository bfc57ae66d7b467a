package io.shardkit.differential.defect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each deliberate fault can still be made: what it replaces stands in its file once. */
class DefectTest {
    @ParameterizedTest
    @MethodSource("io.shardkit.differential.defect.Defect#load")
    void whatItReplacesIsThere(Defect defect) throws IOException {
        assertThat(defect.source()).contains(defect.by());
    }
}
