/** Tests of the package of the same name. */
@NullMarked
package io.shardkit.proxy.sql;

import org.jspecify.annotations.NullMarked;
