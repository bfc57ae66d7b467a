/**
 * Listener for logical statements and shard calls. Imports {@code error}.
 */
@NullMarked
package io.shardkit.observe;

import org.jspecify.annotations.NullMarked;
