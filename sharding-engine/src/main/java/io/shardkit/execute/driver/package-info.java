/**
 * Drivers' statements, how they are made and set, and their keys.
 * Imports {@code execute} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.execute.driver;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
