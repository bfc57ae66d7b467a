package io.shardkit.lab.load;

/**
 * One of those who take turns.
 *
 * @param name in tables and charts
 * @param task what it does
 */
public record Contender(String name, Task task) {}
