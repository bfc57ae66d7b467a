@NullMarked
package io.shardkit.boot.endpoint;

import org.jspecify.annotations.NullMarked;
