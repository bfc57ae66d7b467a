/** Tests of the package of the same name. */
@NullMarked
package io.shardkit.proxy.wire;

import org.jspecify.annotations.NullMarked;
