/**
 * The JDBC driver: a URL names a file, and the file the databases. Imports {@code io.shardkit.boot.autoconfigure}.
 */
@NullMarked
package io.shardkit.driver;

import org.jspecify.annotations.NullMarked;
