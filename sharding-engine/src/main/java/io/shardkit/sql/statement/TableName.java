package io.shardkit.sql.statement;

import io.shardkit.sql.text.Span;
import io.shardkit.sql.text.Spelling;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A place in the SQL that names a sharded table, or something that is named by the table, and is renamed.
 *
 * @param span the place
 * @param use the number of the {@link TableUse} that the name stands for
 * @param keepsLabel whether the logical name is kept after the actual one as an alias. That is done where the database
 *     would otherwise show the actual name in the label of a computed column
 * @param spelling the spelling of the actual name at that place
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
