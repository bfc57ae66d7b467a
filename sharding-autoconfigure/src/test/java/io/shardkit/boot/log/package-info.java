@NullMarked
package io.shardkit.boot.log;

import org.jspecify.annotations.NullMarked;
