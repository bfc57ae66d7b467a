package io.shardkit.lab.load;

/**
 * A goal that prolongs the rounds until a contender has got so much done; they end early if ten turns of that contender,
 * one after the other, bring nothing.
 *
 * @param contender the contender's name
 * @param done answered as expected, in all turns that are measured
 */
public record Goal(String contender, long done) {}
