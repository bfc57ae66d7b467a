package io.shardkit.lab.report;

/**
 * What a reader came for.
 *
 * @param question such as "What does the framework cost at equal work?"
 * @param sentence the answer in one sentence, the figure and its interval in it
 * @param figure the number that the sentence is about
 * @param chart what shows it
 */
public record Answer(String question, String sentence, Figure figure, Chart chart) {}
