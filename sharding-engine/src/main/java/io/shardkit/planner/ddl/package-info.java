/**
 * Plans DDL.
 * Imports the rooms of {@code planner} before it.
 */
@NullMarked
package io.shardkit.planner.ddl;

import org.jspecify.annotations.NullMarked;
