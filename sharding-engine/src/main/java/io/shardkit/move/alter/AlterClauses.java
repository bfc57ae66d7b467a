package io.shardkit.move.alter;

import io.shardkit.dialect.Dialect;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/** The clauses of an ALTER TABLE, which follow the name of the table. Immutable. */
public final class AlterClauses {
    private static final String HEAD = "ALTER TABLE t ";
    private static final int HEAD_WORDS = 3;

    private final String clauses;

    private final Dialect dialect;
    private final SqlText text;
    private final List<int[]> parts;

    private AlterClauses(String clauses, Dialect dialect, SqlText text) {
        this.clauses = clauses;
        this.dialect = dialect;
        this.text = text;
        this.parts = text.split(HEAD_WORDS, text.size(), 0);
    }

    /**
     * Reads clauses.
     *
     * @throws SQLException if there are several statements, or a string, a quoted name, or a comment has no end
     */
    public static AlterClauses read(String clauses, Dialect dialect) throws SQLException {
        String trimmed = clauses.strip();
        return new AlterClauses(trimmed, dialect, new SqlText(HEAD + trimmed, dialect));
    }

    /** Returns the clauses as they were written. */
    public String clauses() {
        return clauses;
    }

    /** Returns what they have that cannot be done online, in words. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (text.size() == HEAD_WORDS) {
            problems.add("nothing is to be altered: write what follows ALTER TABLE and the name, as in ADD COLUMN note"
                    + " VARCHAR(20)");
            return problems;
        }
        if (text.parameterCount() > 0) {
            problems.add("there is a parameter: write the value");
        }
        if (has("REFERENCES") || has("FOREIGN")) {
            problems.add("foreign keys are not altered online: use ALTER TABLE through Shardkit");
        }
        for (int[] part : parts) {
            String problem = problem(part[0]);
            if (!problem.isEmpty()) {
                problems.add(problem);
            }
        }
        return problems;
    }

    private String problem(int from) {
        if (from >= text.size()) {
            return "there is a comma without a clause";
        }
        String first = text.word(from);
        if (text.isOneOf(from, "ALGORITHM", "LOCK")) {
            return first + " is for Shardkit to choose: leave it out";
        }
        boolean isKnown = AlterSql.firstWords(dialect).contains(first)
                && !text.isOneOf(from + 1, "PARTITION", "SCHEMA", "TABLESPACE", "TRIGGER", "LOGGED", "UNLOGGED");
        if (!isKnown) {
            return first + " is not altered online: use ALTER TABLE through Shardkit, or do it by hand on each actual"
                    + " table";
        }
        boolean renamesTable = first.equals("RENAME")
                && !text.isOneOf(from + 1, "COLUMN", "INDEX", "KEY", "CONSTRAINT")
                && (AlterSql.namesColumns(dialect) || text.is(from + 1, "TO"));
        return renamesTable ? "the table cannot get another name: its actual tables are named by the rule" : "";
    }

    private boolean has(String word) {
        return IntStream.range(HEAD_WORDS, text.size()).anyMatch(i -> text.is(i, word));
    }

    /** Returns the names, in lower case, of columns that a clause says to drop. */
    public Set<String> dropped() {
        Set<String> names = new HashSet<>();
        for (int[] part : parts) {
            int at = part[0];
            if (text.is(at, "DROP")) {
                at = text.is(at + 1, "COLUMN") ? at + 2 : at + 1;
                at = text.is(at, "IF") ? at + 2 : at;
                names.add(text.name(at).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /** Returns true if all clauses add something. */
    public boolean addsOnly() {
        return parts.stream().allMatch(part -> text.is(part[0], "ADD"));
    }

    /** Returns true if values of a column are converted by an expression. */
    public boolean converts() {
        return parts.stream()
                .anyMatch(part -> text.is(part[0], "ALTER") && text.find(part[0], part[1], 0, "USING") >= 0);
    }

    /** Returns true if a constraint gets a name that only one table of a schema can have. */
    public boolean namesConstraint() {
        return parts.stream()
                .filter(part -> text.is(part[0], "ADD") && text.is(part[0] + 1, "CONSTRAINT"))
                .anyMatch(part -> AlterSql.isOfSchema(dialect, text, part[0] + 3));
    }
}
