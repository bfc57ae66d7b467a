@NullMarked
package io.shardkit.export;

import org.jspecify.annotations.NullMarked;
