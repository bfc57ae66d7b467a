/**
 * Writes and locking reads of a limited number of rows that may lie in several units. Data and SQL only. Imports {@code
 * plan} and the layers below it.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.limit;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
