package io.shardkit.lab.load;

/**
 * Rounds go on until somebody has got so much done, and end early if ten turns of that contender, one after
 * the other, bring nothing.
 *
 * @param contender whose name it is
 * @param done answered as expected, in all turns that are measured
 */
public record Goal(String contender, long done) {}
