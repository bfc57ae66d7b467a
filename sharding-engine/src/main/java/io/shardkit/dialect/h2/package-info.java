/**
 * What H2 answers. Imports {@code dialect.facts}.
 */
@NullMarked
package io.shardkit.dialect.h2;

import org.jspecify.annotations.NullMarked;
