package io.shardkit.proxy.backend;

/** What SHOW WARNINGS tells. */
public record Warning(String level, int code, String message) {}
