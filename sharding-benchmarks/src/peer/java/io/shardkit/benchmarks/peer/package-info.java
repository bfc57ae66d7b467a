/** The peer, compiled in the profile of that name only: nothing else may import ShardingSphere. */
@NullMarked
package io.shardkit.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
