/**
 * What differs between JDBC drivers, apart from what differs between their servers. Imports nothing of the engine.
 */
@NullMarked
package io.shardkit.dialect.driver;

import org.jspecify.annotations.NullMarked;
