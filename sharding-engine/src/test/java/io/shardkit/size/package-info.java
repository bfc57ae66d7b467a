/**
 * Tests of what grows with the number of tables and units: start, memory, plans and routes. Imports all of the engine,
 * and JUnit.
 */
@NullMarked
package io.shardkit.size;

import org.jspecify.annotations.NullMarked;
