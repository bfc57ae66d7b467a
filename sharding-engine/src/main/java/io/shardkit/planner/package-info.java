/**
 * From a text to its plan, cached.
 * Imports its rooms and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
