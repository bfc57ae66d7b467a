/**
 * Unique keys over several units: probes for them, and what is done where they are taken. Data and SQL only.
 * Imports {@code plan} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.unique;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
