/**
 * The settings of the engine: limits, upserts, transactions over several sources. Imports {@code error} and {@code
 * observe}.
 */
@NullMarked
package io.shardkit.options;

import org.jspecify.annotations.NullMarked;
