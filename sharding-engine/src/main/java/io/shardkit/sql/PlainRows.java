package io.shardkit.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows to insert that are read without the parser.
 *
 * @param rows in the order of the text
 * @param defaults how often they say DEFAULT
 * @param calls their calls of functions
 * @param functions the names of these, in lower case
 */
record PlainRows(List<ParsedStatement.Row> rows, int defaults, List<Span> calls, List<String> functions) {
    static final PlainRows NONE = new PlainRows(List.of(), 0, List.of(), List.of());

    /** Offset after the last of them, or 0. */
    int end() {
        return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).span().end();
    }

    /** The calls of functions that tell the time of the statement. */
    List<Span> clockCalls() {
        List<Span> ofClock = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            if (Functions.isOfClock(functions.get(i))) {
                ofClock.add(calls.get(i));
            }
        }
        return ofClock;
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
