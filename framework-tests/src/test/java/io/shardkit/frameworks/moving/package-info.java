/** Configurations of ShardingSphere, run on the databases that they are written for. */
@NullMarked
package io.shardkit.frameworks.moving;

import org.jspecify.annotations.NullMarked;
