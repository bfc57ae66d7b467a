/** The choice of how single transactions of an application commit over several data sources. */
@NullMarked
package io.shardkit.boot.transaction;

import org.jspecify.annotations.NullMarked;
