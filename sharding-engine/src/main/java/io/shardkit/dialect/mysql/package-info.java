/**
 * What MySQL and MariaDB answer. Imports {@code dialect.facts}.
 */
@NullMarked
package io.shardkit.dialect.mysql;

import org.jspecify.annotations.NullMarked;
