@NullMarked
package io.shardkit.forecast;

import org.jspecify.annotations.NullMarked;
