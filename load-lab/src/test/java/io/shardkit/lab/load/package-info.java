/** Tests of loads; none of them asserts how long anything takes. */
@NullMarked
package io.shardkit.lab.load;

import org.jspecify.annotations.NullMarked;
