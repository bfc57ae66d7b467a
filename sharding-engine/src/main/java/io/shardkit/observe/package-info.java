/**
 * Listener for calls to the shards. Imports {@code error}.
 */
@NullMarked
package io.shardkit.observe;

import org.jspecify.annotations.NullMarked;
