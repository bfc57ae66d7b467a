/** Tests of the auto-configuration, through real contexts and on H2. */
@NullMarked
package io.shardkit.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
