/**
 * Many row streams into one, by column offset.
 * Imports {@code merge.memory} and the layers up to {@code route}.
 */
@NullMarked
package io.shardkit.merge;

import org.jspecify.annotations.NullMarked;
