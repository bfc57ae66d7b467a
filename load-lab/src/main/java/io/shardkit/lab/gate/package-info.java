/** A gate that statements pass, which gives each database a known capacity. It may import {@code load}. */
@NullMarked
package io.shardkit.lab.gate;

import org.jspecify.annotations.NullMarked;
