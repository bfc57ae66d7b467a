/**
 * From a text to what is known of it.
 * Imports its rooms and the layers up to {@code catalog}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
