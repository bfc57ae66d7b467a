/**
 * Writes and locking reads of a limited number of rows that may lie in several units. Data and texts only. Imports
 * {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.limit;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
