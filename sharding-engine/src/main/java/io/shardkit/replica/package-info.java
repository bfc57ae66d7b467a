/**
 * The replicas of data sources: which of them can be used, and which one gets a read.
 * Imports {@code dialect} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.replica;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
