/** What the server itself has to know of a client's text. Imports nothing of the other packages. */
@NullMarked
package io.shardkit.proxy.sql;

import org.jspecify.annotations.NullMarked;
