/**
 * Columns, types and keys of the logical tables as the databases report them. Imports the packages up to {@code rule}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.catalog;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
