/** Tables that are not spread as a grid answer as one table does. */
@NullMarked
package io.shardkit.differential.topology;

import org.jspecify.annotations.NullMarked;
