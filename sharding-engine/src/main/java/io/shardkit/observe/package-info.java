/** The events that listeners get about statements, calls and transactions. Imports {@code error}. */
@NullMarked
package io.shardkit.observe;

import org.jspecify.annotations.NullMarked;
