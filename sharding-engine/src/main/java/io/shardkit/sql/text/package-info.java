/**
 * SQL text as tokens, and places in it.
 * Imports the layers up to {@code catalog}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.text;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
