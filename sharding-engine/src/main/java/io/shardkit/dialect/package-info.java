/**
 * What differs between MySQL, MariaDB, PostgreSQL and H2, as facts that are asked for. Imports {@code error} and {@code observe}.
 */
@NullMarked
package io.shardkit.dialect;

import org.jspecify.annotations.NullMarked;
