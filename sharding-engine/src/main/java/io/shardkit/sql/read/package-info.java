/**
 * From the parser's tree to facts; the only package that imports Druid.
 * Imports the rooms of {@code sql} before it.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.read;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
