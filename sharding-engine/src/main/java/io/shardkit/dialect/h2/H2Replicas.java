package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.ReplicaRules;

/** H2 reports no replication: an operator who copies its databases knows how far the copies are. */
final class H2Replicas implements ReplicaRules {}
