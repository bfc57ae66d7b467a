@NullMarked
package io.shardkit.statistics;

import org.jspecify.annotations.NullMarked;
