/**
 * Rows of several units copied to one place, and what is asked there.
 * Imports {@code execute.driver}, {@code execute.scatter} and what is below.
 */
@NullMarked
package io.shardkit.execute.gather;

import org.jspecify.annotations.NullMarked;
