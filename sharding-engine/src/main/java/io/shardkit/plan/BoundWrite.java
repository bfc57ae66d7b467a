package io.shardkit.plan;

/** What writes, and is not one call. */
public interface BoundWrite extends BoundPlan {}
