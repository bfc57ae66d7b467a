/**
 * What PostgreSQL answers. Imports {@code dialect.facts}.
 */
@NullMarked
package io.shardkit.dialect.postgresql;

import org.jspecify.annotations.NullMarked;
