package io.shardkit.lab.report;

/**
 * A question of the report's reader with its answer.
 *
 * @param question such as "What does the framework cost at equal work?"
 * @param sentence the answer in one sentence, the figure and its interval in it
 * @param figure the number that the sentence is about
 * @param chart the chart of the answer
 */
public record Answer(String question, String sentence, Figure figure, Chart chart) {}
