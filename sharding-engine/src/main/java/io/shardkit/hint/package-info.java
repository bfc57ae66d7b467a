/** Hints of the application on where its statements run, for as long as a scope is open. Imports {@code options}. */
@NullMarked
package io.shardkit.hint;

import org.jspecify.annotations.NullMarked;
