/** Libraries that trace and measure JDBC, over a sharded DataSource. Imports nothing of Shardkit but the DataSource. */
@NullMarked
package io.shardkit.frameworks.traced;

import org.jspecify.annotations.NullMarked;
