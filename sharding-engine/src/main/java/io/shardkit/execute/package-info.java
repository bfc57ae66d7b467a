/**
 * Sessions, connections, transactions, and the calls to the shards. Imports the packages up to {@code plan}.
 */
@NullMarked
package io.shardkit.execute;

import org.jspecify.annotations.NullMarked;
