/**
 * Plans which rows to gather on one data source.
 * Imports {@code planner.analysis} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.planner.gather;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
