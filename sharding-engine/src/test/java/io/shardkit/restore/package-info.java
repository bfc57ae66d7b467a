@NullMarked
package io.shardkit.restore;

import org.jspecify.annotations.NullMarked;
