/**
 * The types of algorithms that a configuration can name: the built-ins, and the registry of these and an application's own.
 * Imports the packages up to {@code algorithm}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.algorithm.types;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
