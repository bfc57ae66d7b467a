package io.shardkit.heat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeatTextTest {
    @Test
    void whatIsWrittenIsRead() {
        HeatSummary summary = new HeatSummary(
                61.5,
                16,
                List.of(
                        new HeatSummary.OfTable(
                                "t_order",
                                12.5,
                                List.of(1.0, 2.25, 0.0),
                                List.of(
                                        new HeatSummary.OfKey("user_id", "42", 7, 0.5, 1),
                                        new HeatSummary.OfKey("name", "tab\tline\nback\\ \u00e4\u4e2d\0", 3, 1, -1)),
                                0.5),
                        new HeatSummary.OfTable("t_empty", 0, List.of(), List.of(), 0)),
                List.of(new HeatSummary.OfStatement("SELECT '\n?'", 3, 0, 2.5)));
        String text = HeatText.write(summary);
        assertThat(text).matches("[ -~\t\n]*");
        assertThat(HeatText.read(text).tables().get(0))
                .isEqualTo(summary.tables().get(0));
        assertThat(HeatText.read(text).statements()).isEqualTo(summary.statements());
        assertThat(HeatText.read(text).seconds()).isEqualTo(61.5);
    }

    @Test
    void anotherVersionIsNotRead() {
        assertThatIllegalArgumentException().isThrownBy(() -> HeatText.read("heat\t2\t1\t1\n"));
        assertThatIllegalArgumentException().isThrownBy(() -> HeatText.read("heat\t1\t1\t1\nplace\tx\n"));
        assertThatIllegalArgumentException().isThrownBy(() -> HeatText.read("heat\t1\t1\t1\ntable\tx\n"));
    }
}
