/** Frameworks with tables of their own, which are not sharded, on the DataSource of an application that shards. */
@NullMarked
package io.shardkit.frameworks.unsharded;

import org.jspecify.annotations.NullMarked;
