/** Tests of the package of the same name. */
@NullMarked
package io.shardkit.proxy.backend;

import org.jspecify.annotations.NullMarked;
