/**
 * Forecasts how statements of a database that is not sharded would run by a rule. Imports everything below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.forecast;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
