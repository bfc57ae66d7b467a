/**
 * Statements of which one part's answer follows from another's.
 * Imports {@code differential.corpus} and {@code differential.generated}.
 */
@NullMarked
package io.shardkit.differential.metamorphic;

import org.jspecify.annotations.NullMarked;
