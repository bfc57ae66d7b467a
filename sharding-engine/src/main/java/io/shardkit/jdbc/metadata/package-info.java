/**
 * Questions about the database and its tables, answered in logical names.
 * Imports {@code execute} and what is below.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.jdbc.metadata;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
