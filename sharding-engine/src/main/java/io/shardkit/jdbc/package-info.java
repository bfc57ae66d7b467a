/**
 * The JDBC classes that applications call: DataSource, Connection, Statement. Imports every package of the engine.
 */
@NullMarked
package io.shardkit.jdbc;

import org.jspecify.annotations.NullMarked;
