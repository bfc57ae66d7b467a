package io.shardkit.proxy.backend;

/** A row of SHOW WARNINGS. */
public record Warning(String level, int code, String message) {}
