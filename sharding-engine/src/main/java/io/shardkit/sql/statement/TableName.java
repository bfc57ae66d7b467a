package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;

/**
 * A place in the text that names a sharded table and is renamed.
 *
 * @param span where
 * @param use the number of the {@link TableUse} it stands for
 * @param keepsLabel whether the logical name is kept behind the actual one as an alias. That is done where the database
 *     would otherwise show the actual name in the label of a computed column
 * @param spelling how the actual name is written there
 */
public record TableName(Span span, int use, boolean keepsLabel, Spelling spelling) {}
