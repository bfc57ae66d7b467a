/**
 * What the parser is given instead of what it cannot read, and the marks of table names.
 * Imports {@code sql.text} and {@code sql.statement}.
 */
@NullMarked
package io.shardkit.sql.form;

import org.jspecify.annotations.NullMarked;
