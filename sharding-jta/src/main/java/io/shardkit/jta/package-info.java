/**
 * The logical DataSource in the transactions of JTA.
 * Imports the engine's API.
 */
@NullMarked
package io.shardkit.jta;

import org.jspecify.annotations.NullMarked;
