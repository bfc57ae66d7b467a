@NullUnmarked
package io.shardkit.algorithm.types;

import org.jspecify.annotations.NullUnmarked;
