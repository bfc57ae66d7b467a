/** Entities of a shop in sharded tables, and Hibernate over them. */
@NullMarked
package io.shardkit.frameworks.jpa;

import org.jspecify.annotations.NullMarked;
