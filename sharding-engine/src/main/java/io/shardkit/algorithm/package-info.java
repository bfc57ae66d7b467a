/**
 * From a key's value or range to shards: the interface, the built-ins, and the one place that normalises key values. Imports {@code error}, {@code observe}, {@code dialect}.
 */
@NullMarked
package io.shardkit.algorithm;

import org.jspecify.annotations.NullMarked;
