/** Frameworks on sharded tables of all databases. Imports {@code frameworks.unsharded} for the databases. */
@NullMarked
package io.shardkit.frameworks.sharded;

import org.jspecify.annotations.NullMarked;
