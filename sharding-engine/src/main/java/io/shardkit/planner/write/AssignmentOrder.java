package io.shardkit.planner.write;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.List;
import java.util.Locale;

/**
 * Whether an UPDATE means something else as one of several tables. MySQL and MariaDB assign the columns of one table from
 * left to right, so that a value may read what was assigned before it; of joined tables they may take the old value, and
 * a condition {@code IN (SELECT ..)} can make a join of its table.
 */
final class AssignmentOrder {
    private AssignmentOrder() {}

    /** Whether a value reads a column that was assigned before it, on a database where that is not the old value. */
    static boolean matters(ParsedStatement.Write write, Dialect dialect) {
        if (!write.update() || !dialect.clauses().assignsInTurn()) {
            return false;
        }
        SqlText text = write.text();
        int set = text.find(0, text.size(), 0, "SET");
        int rest = text.find(set, text.size(), 0, "WHERE", "ORDER", "LIMIT");
        List<String> assigned = write.assigned();
        int done = 0;
        for (int i = set + 1; i < (rest < 0 ? text.size() : rest); i++) {
            if (text.is(i, ",") && text.token(i).depth() == 0) {
                done++;
            } else if (text.isName(i)
                    && assigned.subList(0, done)
                            .contains(Token.stripQuotes(text.string(i)).toLowerCase(Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }
}
