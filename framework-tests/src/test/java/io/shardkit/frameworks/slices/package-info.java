/** Boot's test slices over a sharded DataSource. Imports nothing of Shardkit but the DataSource. */
@NullMarked
package io.shardkit.frameworks.slices;

import org.jspecify.annotations.NullMarked;
