/**
 * Deliberate faults of the engine, which the suites must notice.
 * Imports the other rooms of {@code differential}.
 */
@NullMarked
package io.shardkit.differential.defect;

import org.jspecify.annotations.NullMarked;
