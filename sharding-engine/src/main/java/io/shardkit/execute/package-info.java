/**
 * The databases and single connections to them, and what went wrong there.
 * Imports {@code execute.watch} and what is below.
 */
@NullMarked
package io.shardkit.execute;

import org.jspecify.annotations.NullMarked;
