/**
 * Tests of what only MariaDB and PostgreSQL themselves show. Imports {@code differential.fixture}.
 */
@NullMarked
package io.shardkit.differential.server;

import org.jspecify.annotations.NullMarked;
