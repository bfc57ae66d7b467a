/** Tests of sessions and connections. */
@NullMarked
package io.shardkit.execute;

import org.jspecify.annotations.NullMarked;
