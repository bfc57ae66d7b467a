/**
 * The reports of the engine to Micrometer, where an application has it. Imports {@code boot.autoconfigure} and the public
 * packages of the engine.
 */
@NullMarked
package io.shardkit.boot.metrics;

import org.jspecify.annotations.NullMarked;
