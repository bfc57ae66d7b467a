/**
 * Rows of several units that are copied to one data source, for reading, writing and inserting there. Data and SQL only.
 * Imports {@code plan.unique} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.plan.gather;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
