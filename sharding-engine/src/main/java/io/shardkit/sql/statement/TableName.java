package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A place in the text that names a sharded table, or something that is named by it, and is renamed.
 *
 * @param span where
 * @param use the number of the {@link TableUse} it stands for
 * @param keepsLabel whether the logical name is kept behind the actual one as an alias. That is done where the database
 *     would otherwise show the actual name in the label of a computed column
 * @param spelling how the actual name is written there
 * @param derived from the actual name to that of what is named by the table, or null if the table itself is named
 */
public record TableName(
        Span span, int use, boolean keepsLabel, Spelling spelling, @Nullable UnaryOperator<String> derived) {

    /** The name of the table itself. */
    public TableName(Span span, int use, boolean keepsLabel, Spelling spelling) {
        this(span, use, keepsLabel, spelling, null);
    }

    /** The name of what is named by the table. */
    public static TableName derived(Span span, int use, UnaryOperator<String> derived) {
        return new TableName(span, use, false, Spelling.PLAIN, derived);
    }
}
