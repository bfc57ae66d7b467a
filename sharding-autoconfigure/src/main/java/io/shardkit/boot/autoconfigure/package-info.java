/**
 * From the {@code sharding.*} properties to the engine: pools, rule, executor, the logical DataSource. Imports the public
 * packages of the engine, Spring Boot and HikariCP.
 */
@NullMarked
package io.shardkit.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
