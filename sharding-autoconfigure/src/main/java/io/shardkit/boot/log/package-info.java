/** The log of statements, where an application asks for it. Imports {@code boot.autoconfigure} and the engine. */
@NullMarked
package io.shardkit.boot.log;

import org.jspecify.annotations.NullMarked;
