package io.shardkit.jdbc;

/** The databases by the rule of the moment. Thread-safe. */
final class CurrentDatabase {
    private volatile LogicalDatabase logical;

    CurrentDatabase(LogicalDatabase logical) {
        this.logical = logical;
    }

    LogicalDatabase get() {
        return logical;
    }

    void set(LogicalDatabase other) {
        logical = other;
    }
}
