package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {

    /** Around 0.99 with arms of 0.01 a difference has arms of 0.01 times the root of two. */
    @ParameterizedTest
    @CsvSource({
        "0.990, WITHIN_NOISE",
        "1.004, WITHIN_NOISE",
        "0.976, WITHIN_NOISE",
        "1.005, BETTER",
        "0.975, WORSE",
    })
    void tellsNoiseFromDifference(double value, Comparison.Verdict verdict) {
        Run before = run(Runs.ratio(0.99, 0.98, 1.0));
        Run after = run(Runs.ratio(value, value - 0.01, value + 0.01));

        assertThat(new Comparison(before, after).lines().get(0).verdict()).isEqualTo(verdict);
    }

    @Test
    void takesTheArmsThatFaceEachOther() {
        Run before = run(Runs.ratio(1.0, 0.5, 1.003));
        Run after = run(Runs.ratio(1.006, 1.002, 2));

        Comparison.Line line = new Comparison(before, after).lines().get(0);

        assertThat(line.difference()).isNotNull();
        assertThat(line.difference().low()).isCloseTo(0.001, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(line.verdict()).isEqualTo(Comparison.Verdict.BETTER);
    }

    @Test
    void lowerIsBetterWhereItIsSaidToBe() {
        Run before = run(new Figure("p99", "ms", 10, new Interval(9, 11, 0.95), Figure.Better.LOWER));
        Run after = run(new Figure("p99", "ms", 5, new Interval(4, 6, 0.95), Figure.Better.LOWER));

        assertThat(new Comparison(before, after).lines().get(0).verdict()).isEqualTo(Comparison.Verdict.BETTER);
        assertThat(new Comparison(after, before).lines().get(0).verdict()).isEqualTo(Comparison.Verdict.WORSE);
    }

    @Test
    void saysNothingOfFiguresWithoutAnIntervalOrInOneRunOnly() {
        Run before = run(Runs.ratio(1, 0.9, 1.1));
        Run after = run(new Figure("another", "x", 1, new Interval(0.9, 1.1, 0.95), Figure.Better.HIGHER));

        assertThat(new Comparison(before, after).lines())
                .extracting(Comparison.Line::verdict)
                .containsExactly(
                        Comparison.Verdict.ONLY_BEFORE, Comparison.Verdict.NOT_KNOWN, Comparison.Verdict.ONLY_AFTER);
    }

    @Test
    void saysWhatWasNotTheSame() {
        Run good = Runs.small();
        Run bad = Runs.with(Runs.ratio(1, 0.9, 1.1), Runs.check(3, 0, 0));

        assertThat(new Comparison(good, good).warnings()).isEmpty();
        assertThat(new Comparison(good, bad).warnings())
                .singleElement()
                .asString()
                .contains("3 requests failed");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Compare.print(new Comparison(good, bad), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("cost read", "within noise", "no interval", "0 of 2 figures differ", "Not the same:");
    }

    @Test
    void refusesRunsOfDifferentThings() {
        Run run = Runs.small();
        Run other = new Run(
                "other",
                run.title(),
                run.started(),
                run.seconds(),
                run.machine(),
                run.settings(),
                List.of(),
                List.of(),
                List.of(),
                run.check(),
                List.of());

        assertThatThrownBy(() -> new Comparison(run, other)).hasMessageContaining("\"small\" and \"other\"");
    }

    private static Run run(Figure figure) {
        return Runs.with(figure, Runs.check(0, 0, 0));
    }
}
