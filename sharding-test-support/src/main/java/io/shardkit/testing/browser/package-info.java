/**
 * A real browser for tests of pages. Imports nothing of the engine. A module that uses it declares Jackson, as {@code
 * sharding-console} does.
 */
@NullMarked
package io.shardkit.testing.browser;

import org.jspecify.annotations.NullMarked;
