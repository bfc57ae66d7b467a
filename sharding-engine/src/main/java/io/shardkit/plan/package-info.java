/**
 * What a plan is, as data; all that execution sees of planning.
 * Imports the layers up to {@code merge}.
 */
@NullMarked
package io.shardkit.plan;

import org.jspecify.annotations.NullMarked;
