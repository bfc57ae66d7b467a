@NullUnmarked
package io.shardkit.keygen.types;

import org.jspecify.annotations.NullUnmarked;
