/**
 * What the parser is given instead of what it cannot read, and the marks of table names.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@API(status = API.Status.INTERNAL)
@NullMarked
package io.shardkit.sql.form;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
