/**
 * Moves actual tables between data sources while they are used, and switches the rule of all instances to where they are
 * then; there is a way back until it is closed.
 */
@NullMarked
package io.shardkit.move;

import org.jspecify.annotations.NullMarked;
