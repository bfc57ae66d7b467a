/**
 * What several units wrote, as one answer.
 * Imports {@code execute.driver} and what is below.
 */
@NullMarked
package io.shardkit.execute.write;

import org.jspecify.annotations.NullMarked;
