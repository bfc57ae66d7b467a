package io.shardkit.plan;

/** A bound plan that writes, and is not a single call. */
public interface BoundWrite extends BoundPlan {}
