/**
 * What is known of a statement: facts, values, and its text with places.
 * Imports the layers up to {@code catalog} and {@code sql.text}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.statement;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
