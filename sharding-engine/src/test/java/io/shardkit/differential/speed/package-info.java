/**
 * How long scatters and gathers take.
 * Imports {@code testing}.
 */
@NullMarked
package io.shardkit.differential.speed;

import org.jspecify.annotations.NullMarked;
