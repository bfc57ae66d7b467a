/**
 * The accounts that may connect, and the ways in which a client shows that it knows a password. Imports nothing of the
 * other packages.
 */
@NullMarked
package io.shardkit.proxy.auth;

import org.jspecify.annotations.NullMarked;
