/** Reads what the server itself has to know of a client's SQL. Imports nothing of the other packages. */
@NullMarked
package io.shardkit.proxy.sql;

import org.jspecify.annotations.NullMarked;
