package io.shardkit.planner.broadcast;

import io.shardkit.catalog.Column;
import io.shardkit.dialect.Dialect;
import io.shardkit.plan.TimedText;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects where a write tells the time, so that it tells the same on each data source: by the sessions' clocks where
 * they can be set, or else as literals. For one statement.
 */
final class OneTime {
    private final ParsedStatement statement;
    private final Dialect dialect;
    private final List<TimedText.Edit> edits = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private boolean needed;

    OneTime(ParsedStatement statement, Dialect dialect) {
        this.statement = statement;
        this.dialect = dialect;
    }

    /** Returns true if the sessions' clocks can be set. */
    boolean byClocks() {
        return dialect.clock().canBeSet();
    }

    /** Says that the clocks matter. */
    void need() {
        needed = true;
    }

    /**
     * The functions that tell the time tell one.
     *
     * @return whether all of them are found in the text
     */
    boolean ofFunctions(int count) {
        needed = true;
        if (byClocks()) {
            return true;
        }
        List<Span> calls = statement.text().clockCalls();
        if (calls.size() != count) {
            return false;
        }
        for (Span call : calls) {
            String expression = statement.text().sql().substring(call.start(), call.end());
            edits.add(new TimedText.Edit(call, "", question(expression)));
        }
        return true;
    }

    /**
     * Gives the rows that leave a column of time to the database one time.
     *
     * @param at the column's position in the rows, or -1 if they leave it out
     */
    void ofColumn(Column column, ParsedStatement.Insert insert, int at) {
        if (byClocks()) {
            // Some columns take NULL for the time as well.
            needed |= at < 0 || insert.rows().stream().anyMatch(row -> !isLiteral(row, at));
            return;
        }
        String expression = column.filling().expression();
        if (at < 0 && !insert.set()) {
            int end = insert.columnListEnd();
            edits.add(new TimedText.Edit(new Span(end, end), ", " + dialect.quoted(column.reportedName()), -1));
        }
        for (ParsedStatement.Row row : insert.rows()) {
            if (at >= 0 && at < row.places().size() && row.defaults().get(at)) {
                edits.add(new TimedText.Edit(row.places().get(at), "", question(expression)));
            } else if (at < 0) {
                int end = row.span().end() - (insert.set() ? 0 : 1);
                String before = insert.set() ? ", " + dialect.quoted(column.reportedName()) + " = " : ", ";
                edits.add(new TimedText.Edit(new Span(end, end), before, question(expression)));
            }
        }
    }

    private static boolean isLiteral(ParsedStatement.Row row, int at) {
        return at < row.values().size()
                && row.values().get(at) instanceof Value.Literal literal
                && literal.value() != null;
    }

    private int question(String expression) {
        needed = true;
        int known = questions.indexOf(expression);
        if (known >= 0) {
            return known;
        }
        questions.add(expression);
        return questions.size() - 1;
    }

    /** The statement, with places for the time where it is told. */
    TimedText text() {
        return new TimedText(statement.text().sql(), edits);
    }

    /** The expressions of time in the text, or null if the time does not matter. */
    @Nullable List<String> questions() {
        return needed ? questions : null;
    }
}
