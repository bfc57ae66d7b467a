/** Tests of the package of the same name. */
@NullMarked
package io.shardkit.proxy.auth;

import org.jspecify.annotations.NullMarked;
