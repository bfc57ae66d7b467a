/** One client from its greeting to its end. Imports {@code wire}, {@code auth}, {@code sql} and {@code backend}. */
@NullMarked
package io.shardkit.proxy.session;

import org.jspecify.annotations.NullMarked;
