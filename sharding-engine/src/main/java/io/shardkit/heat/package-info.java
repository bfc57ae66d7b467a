/**
 * Counts, by samples and within bounds, which sharding values, units and statements get the traffic, and finds what would
 * even it out.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.heat;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
