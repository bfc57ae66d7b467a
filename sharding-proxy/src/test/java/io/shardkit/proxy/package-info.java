/** The server as its clients see it. */
@NullMarked
package io.shardkit.proxy;

import org.jspecify.annotations.NullMarked;
