/**
 * Decides once how a statement runs; caches, describes and binds that decision. Imports the packages up to {@code merge}.
 */
@NullMarked
package io.shardkit.plan;

import org.jspecify.annotations.NullMarked;
