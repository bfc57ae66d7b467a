/**
 * Proves how statements are planned, without a database. Imports the packages up to {@code plan}.
 */
@NullMarked
package io.shardkit.plan;

import org.jspecify.annotations.NullMarked;
