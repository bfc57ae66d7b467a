package io.shardkit.lab.workload;

import java.util.List;

/**
 * A question that the reader of a workload's report wants answered first.
 *
 * @param text as a question
 * @param gated whether the databases with a gate answer it, or those without
 * @param ratios the ratios that answer it, over all loads
 * @param operations of these operations; empty for all
 * @param subject the beginning of the answer, such as {@code Two servers get}
 * @param object its end after the figure, such as {@code times as much done as one}
 */
record Question(
        String text, boolean gated, List<Step.Ratio> ratios, List<String> operations, String subject, String object) {

    /** Over all operations. */
    Question(String text, boolean gated, List<Step.Ratio> ratios, String subject, String object) {
        this(text, gated, ratios, List.of(), subject, object);
    }

    /** Returns true if a ratio of an operation is part of the answer. */
    boolean asks(Measured measured, Step.Ratio ratio) {
        Step step = measured.step();
        return measured.gated() == gated
                && !measured.open()
                && (operations.isEmpty() || operations.contains(step.operation()))
                && step.ratios().stream().anyMatch(ratio::isLike);
    }
}
