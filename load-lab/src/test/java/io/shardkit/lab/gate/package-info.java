/** Tests of the gate. */
@NullMarked
package io.shardkit.lab.gate;

import org.jspecify.annotations.NullMarked;
