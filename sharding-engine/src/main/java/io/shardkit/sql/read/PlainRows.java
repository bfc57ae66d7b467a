package io.shardkit.sql.read;

import io.shardkit.sql.statement.ParsedStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows to insert that are read without the parser.
 *
 * @param rows in the order of the text
 * @param defaults how often they say DEFAULT
 * @param functions the names, in lower case, of the functions that they call
 */
public record PlainRows(List<ParsedStatement.Row> rows, int defaults, List<String> functions) {
    public static final PlainRows NONE = new PlainRows(List.of(), 0, List.of());

    /** Offset after the last of them, or 0. */
    int end() {
        return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).span().end();
    }

    /** All functions of a statement, of whose other functions the parser told. */
    List<String> withFunctions(List<String> others) {
        if (functions.isEmpty() && defaults == 0) {
            return others;
        }
        List<String> all = new ArrayList<>(others);
        all.addAll(functions);
        all.addAll(Collections.nCopies(defaults, "default"));
        return all;
    }
}
