package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveState;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A move is shown as a bar on a terminal, as lines in a log, and as objects for programs. */
class MoveDisplayTest {
    private static final Instant BEGUN = Instant.parse("2026-11-28T08:00:00Z");
    private static final List<String> UNITS = List.of("ds0.t_order_3");

    private final StringWriter out = new StringWriter();

    private static MoveState state(MovePhase phase, long rows, String message, String... holders) {
        return new MoveState(
                "m1",
                phase,
                false,
                List.of("ds0"),
                List.of("ds4"),
                List.of(),
                "",
                "",
                UNITS,
                rows,
                2_000_000,
                rows * 104,
                208_000_000,
                20_000,
                125,
                1_204,
                3_200,
                0,
                3,
                2,
                480,
                0,
                message,
                List.of(holders),
                "app-1:4711",
                BEGUN,
                BEGUN.plusSeconds(phase.ordinal()));
    }

    private MoveDisplay display(boolean live, boolean json) {
        Terminal terminal = new Terminal(new PrintWriter(out, true), new PrintWriter(out, true), null, live, 100);
        return MoveDisplay.of(new Output(terminal.out(), json), terminal);
    }

    @Test
    void aTerminalHasABarThatIsPrintedOver() {
        MoveDisplay display = display(true, false);
        display.show(state(MovePhase.COPYING, 500_000, ""));
        display.show(state(MovePhase.COPYING, 1_000_000, ""));
        display.show(
                state(MovePhase.SWITCHING, 2_000_000, "switch undone after 480 ms", "connection 42 of app@10.0.0.3"));
        display.end();
        assertThat(out.toString().replace(System.lineSeparator(), "\n"))
                .isEqualTo(
                        "\r\u001b[Kcopying    [###..........] 25 %  500,000/2,000,000 rows  52.0 MB/208.0 MB  20,000/s  2 min 5 s left"
                                + "\r\u001b[Kcopying    [#####.....] 50 %  1,000,000/2,000,000 rows  104.0 MB/208.0 MB  20,000/s  2 min 5 s left\n"
                                + "    in the way: switch undone after 480 ms\n"
                                + "    held by: connection 42 of app@10.0.0.3\n"
                                + "\r\u001b[Kswitching  3 attempts, 2 undone, transactions held for 480 ms in the last\n");
    }

    @Test
    void aLogHasALineForEachPhaseAndEachNews() {
        MoveDisplay display = display(false, false);
        display.show(state(MovePhase.COPYING, 500_000, ""));
        display.show(state(MovePhase.COPYING, 600_000, ""));
        display.show(state(MovePhase.FOLLOWING, 2_000_000, ""));
        display.show(state(MovePhase.FOLLOWING, 2_000_000, "more is written than can be followed"));
        display.show(state(MovePhase.FOLLOWING, 2_000_000, "more is written than can be followed"));
        display.end();
        assertThat(out.toString().lines().map(line -> line.replaceFirst("^\\S+Z", "TIME")))
                .containsExactly(
                        "TIME  m1  copying    25 %, 500,000 of about 2,000,000 rows, about 52.0 MB of 208.0 MB"
                                + " by the databases' statistics, 20,000 rows/s, at that rate about 2 min 5 s left",
                        "TIME  m1  following  1,204 changes to copy again, the oldest 3.2 s old",
                        "TIME  m1  following  1,204 changes to copy again, the oldest 3.2 s old",
                        "    in the way: more is written than can be followed");
    }

    @Test
    void aProgramGetsAllThatIsKnown() {
        MoveDisplay display = display(false, true);
        display.show(state(MovePhase.COPYING, 500_000, "a \"b\"\n\\c"));
        display.show(state(MovePhase.COPYING, 500_001, "a \"b\"\n\\c"));
        assertThat(out.toString())
                .isEqualToIgnoringNewLines("{\"type\":\"move\",\"id\":\"m1\",\"phase\":\"copying\",\"back\":false,"
                        + "\"from\":[\"ds0\"],\"to\":[\"ds4\"],\"tables\":[],\"alter\":\"\",\"oneWay\":\"\","
                        + "\"units\":[\"ds0.t_order_3\"],\"rows\":500000,"
                        + "\"total\":2000000,\"bytes\":52000000,\"totalBytes\":208000000,\"rowsPerSecond\":20000,\"secondsLeft\":125,\"journal\":1204,"
                        + "\"lagMillis\":3200,\"repaired\":0,\"switches\":3,\"undone\":2,\"pauseMillis\":480,"
                        + "\"epoch\":0,\"message\":\"a \\\"b\\\"\\n\\\\c\",\"holders\":[],"
                        + "\"worker\":\"app-1:4711\",\"startedAt\":\"2026-11-28T08:00:00Z\","
                        + "\"phaseSince\":\"2026-11-28T08:00:01Z\"}");
    }

    @Test
    void aFailedMoveSaysWhatToDo() {
        assertThat(MoveText.next(state(MovePhase.FAILED, 0, "Rows of t_order_3 differ")))
                .containsExactly(
                        "Move m1 has failed, and waits; ds0 is in use as before, nothing is lost.",
                        "  Put this right: Rows of t_order_3 differ",
                        "  Then go on:     moves resume m1",
                        "  Or end it:      moves cancel m1");
    }
}
