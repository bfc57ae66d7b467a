/** What gives each database a known capacity: a gate that statements pass. It may import
 * {@code load}. */
@NullMarked
package io.shardkit.lab.gate;

import org.jspecify.annotations.NullMarked;
