@NullMarked
package io.shardkit.jta;

import org.jspecify.annotations.NullMarked;
