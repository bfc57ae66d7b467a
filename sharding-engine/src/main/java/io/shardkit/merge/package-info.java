/**
 * Many row streams into one, by column offset. Imports the packages up to {@code route}.
 */
@NullMarked
package io.shardkit.merge;

import org.jspecify.annotations.NullMarked;
