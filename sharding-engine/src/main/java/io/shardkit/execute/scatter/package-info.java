/**
 * Calls to several units at a time.
 * Imports {@code execute.session} and what is below.
 */
@NullMarked
package io.shardkit.execute.scatter;

import org.jspecify.annotations.NullMarked;
