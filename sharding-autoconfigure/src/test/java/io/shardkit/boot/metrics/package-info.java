@NullMarked
package io.shardkit.boot.metrics;

import org.jspecify.annotations.NullMarked;
