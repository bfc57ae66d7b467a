package io.shardkit.plan;

/**
 * A step of a write, as data: it does something before those that follow, after them or around them. The last step sends
 * what answers.
 */
public interface WriteStep {}
