/**
 * From a text to its plan, cached.
 * Imports its rooms and what is below.
 */
@NullMarked
package io.shardkit.planner;

import org.jspecify.annotations.NullMarked;
