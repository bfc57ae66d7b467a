package io.shardkit.planner.write;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tells if an UPDATE has another meaning as one of several tables. MySQL and MariaDB assign the columns of one table from
 * left to right, so that a value may read a column that was assigned before it; of joined tables they may take the old
 * value, and a condition {@code IN (SELECT ..)} can make a join of its table.
 */
final class AssignmentOrder {
    private AssignmentOrder() {}

    /** Returns true if a value reads a column that was assigned before it, on a database where that is not the old value. */
    static boolean matters(ParsedStatement.Write write, Dialect dialect) {
        if (!write.update() || !dialect.clauses().assignsInTurn()) {
            return false;
        }
        SqlText text = write.text();
        int set = text.find(0, text.size(), 0, "SET");
        int rest = text.find(set, text.size(), 0, "WHERE", "ORDER", "LIMIT");
        List<Name> assigned = new ArrayList<>();
        Name target = null;
        for (int i = set + 1; i < (rest < 0 ? text.size() : rest); i++) {
            boolean outside = text.token(i).depth() == 0;
            if (outside && text.is(i, ",") && target != null) {
                assigned.add(target);
                target = null;
            } else if (target == null) {
                target = outside && text.is(i, "=") ? Name.at(text, i - 1) : null;
            } else if (text.isName(i) && assigned.stream().anyMatch(Name.at(text, i)::mayBe)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A column as it is named, in lower case.
     *
     * @param table empty where it is not said
     */
    private record Name(String table, String column) {

        static Name at(SqlText text, int index) {
            return new Name(text.is(index - 1, ".") ? word(text, index - 2) : "", word(text, index));
        }

        private static String word(SqlText text, int index) {
            return Token.stripQuotes(text.string(index)).toLowerCase(Locale.ROOT);
        }

        boolean mayBe(Name other) {
            return column.equals(other.column)
                    && (table.isEmpty() || other.table.isEmpty() || table.equals(other.table));
        }
    }
}
