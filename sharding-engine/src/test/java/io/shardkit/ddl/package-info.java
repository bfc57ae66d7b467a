/**
 * Definitions of tables on the databases that people run. Imports all of the engine and {@code testing}.
 */
@NullMarked
package io.shardkit.ddl;

import org.jspecify.annotations.NullMarked;
