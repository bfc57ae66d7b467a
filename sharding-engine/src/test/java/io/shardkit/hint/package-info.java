/** Tests of {@code io.shardkit.hint}. */
@NullMarked
package io.shardkit.hint;

import org.jspecify.annotations.NullMarked;
