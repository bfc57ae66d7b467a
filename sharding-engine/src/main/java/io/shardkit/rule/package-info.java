/**
 * The immutable description of what is sharded and where, checked when it is built. Imports the packages up to {@code keygen}.
 */
@NullMarked
package io.shardkit.rule;

import org.jspecify.annotations.NullMarked;
