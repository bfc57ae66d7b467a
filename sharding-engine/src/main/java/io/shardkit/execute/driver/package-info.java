/**
 * Drivers' statements, how they are made and set, and their keys.
 * Imports {@code execute} and what is below.
 */
@NullMarked
package io.shardkit.execute.driver;

import org.jspecify.annotations.NullMarked;
