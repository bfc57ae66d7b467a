/** The MySQL protocol as bytes: packets, numbers, strings, columns. Imports nothing of the other packages. */
@NullMarked
package io.shardkit.proxy.wire;

import org.jspecify.annotations.NullMarked;
