/**
 * Texts without their literals, so that those which differ in these alone share a plan.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@NullMarked
package io.shardkit.sql.shape;

import org.jspecify.annotations.NullMarked;
