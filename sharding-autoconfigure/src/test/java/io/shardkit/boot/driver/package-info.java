@NullMarked
package io.shardkit.boot.driver;

import org.jspecify.annotations.NullMarked;
