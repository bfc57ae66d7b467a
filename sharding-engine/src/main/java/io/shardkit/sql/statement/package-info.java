/**
 * The facts, values and SQL with places that are known of a statement. Imports the layers up to {@code catalog} and
 * {@code sql.text}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.statement;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
