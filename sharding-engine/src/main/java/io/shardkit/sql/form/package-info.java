/**
 * Substitutes for SQL that the parser cannot read, and marks of table names. Imports {@code sql.text} and {@code
 * sql.statement}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.form;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
