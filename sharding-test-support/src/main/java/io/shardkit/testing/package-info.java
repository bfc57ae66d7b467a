/**
 * Real databases for tests: embedded servers and fresh databases on them. Imports nothing of the engine.
 */
@NullMarked
package io.shardkit.testing;

import org.jspecify.annotations.NullMarked;
