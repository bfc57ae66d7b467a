@NullMarked
package io.shardkit.boot.audit;

import org.jspecify.annotations.NullMarked;
