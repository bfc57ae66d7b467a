/** The view of the engine in Actuator, where an application has it. Imports {@code boot.autoconfigure} and the engine. */
@NullMarked
package io.shardkit.boot.endpoint;

import org.jspecify.annotations.NullMarked;
