/** The settings for Hibernate, where an application has it. Imports {@code boot.autoconfigure} and the engine. */
@NullMarked
package io.shardkit.boot.jpa;

import org.jspecify.annotations.NullMarked;
