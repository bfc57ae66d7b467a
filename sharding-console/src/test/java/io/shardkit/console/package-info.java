@NullMarked
package io.shardkit.console;

import org.jspecify.annotations.NullMarked;
