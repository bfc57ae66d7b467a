/** Moments to which the databases can be brought back so that no transaction is half there. */
@NullMarked
package io.shardkit.restore;

import org.jspecify.annotations.NullMarked;
