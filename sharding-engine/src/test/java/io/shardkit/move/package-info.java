/** Tests of moving units. */
@NullMarked
package io.shardkit.move;

import org.jspecify.annotations.NullMarked;
