/** Engines that read many databases as one, with what Shardkit writes for them. */
@NullMarked
package io.shardkit.analytics;

import org.jspecify.annotations.NullMarked;
