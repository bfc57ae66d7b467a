/**
 * Proves the reading and editing of SQL text. Imports what {@code io.shardkit.sql} may import, and JUnit.
 */
@NullMarked
package io.shardkit.sql;

import org.jspecify.annotations.NullMarked;
