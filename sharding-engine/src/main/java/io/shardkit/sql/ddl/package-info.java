/**
 * Reads DDL, by its tokens.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.ddl;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
