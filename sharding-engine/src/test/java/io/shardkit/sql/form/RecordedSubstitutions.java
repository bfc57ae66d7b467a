package io.shardkit.sql.form;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.sql.statement.Value;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Substitutions that note which methods make them, such as {@code WordSubstitutions.mod}; one of these may be left out. */
public final class RecordedSubstitutions extends Substitutions {
    private static final String ROOM = Substitutions.class.getPackageName() + ".";

    private final SqlText text;
    private final Dialect dialect;
    private final Grammar grammar;
    private final @Nullable String without;
    private final Set<String> made = new TreeSet<>();
    private String marked = "";

    /**
     * @param without the method whose substitutions are left out, or null
     */
    public RecordedSubstitutions(SqlText text, Dialect dialect, Grammar grammar, @Nullable String without) {
        super(text);
        this.text = text;
        this.dialect = dialect;
        this.grammar = grammar;
        this.without = without;
    }

    public ParserText parserText() {
        return new ParserText(text, dialect, grammar, this);
    }

    /** The methods that have made substitutions. */
    public Set<String> made() {
        return made;
    }

    /** The text for the parser, as {@code SqlParser} gives it. */
    public String forParser() throws SQLException {
        boolean special = text.isOneOf(0, "INSERT", "REPLACE") || text.hasReturning();
        return special ? new InsertSubstitutions(new SqlText(marked, dialect), dialect, grammar).forParser() : marked;
    }

    private boolean makes() {
        String method = StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().startsWith(ROOM))
                        .map(frame -> frame.getClassName().substring(ROOM.length()) + "." + frame.getMethodName())
                        .filter(name ->
                                !name.startsWith("Substitutions.") && !name.startsWith("RecordedSubstitutions."))
                        .findFirst())
                .orElseThrow();
        if (method.equals(without)) {
            return false;
        }
        made.add(method);
        return true;
    }

    @Override
    void replace(int token, String form) {
        if (makes()) {
            super.replace(token, form);
        }
    }

    @Override
    void drop(int from, int to) {
        if (makes()) {
            super.drop(from, to);
        }
    }

    @Override
    void literal(int token, @Nullable Value value) {
        if (makes()) {
            super.literal(token, value);
        }
    }

    @Override
    void wrap(int token, String open, String close) {
        if (makes()) {
            super.wrap(token, open, close);
        }
    }

    @Override
    void surround(int from, int to, String open, String close) {
        if (makes()) {
            super.surround(from, to, open, close);
        }
    }

    @Override
    void groupInParentheses(int open, int close) {
        if (makes()) {
            super.groupInParentheses(open, close);
        }
    }

    @Override
    void number(int token) {
        if (makes()) {
            super.number(token);
        }
    }

    @Override
    void quote(int token, char quote) {
        if (makes()) {
            super.quote(token, quote);
        }
    }

    @Override
    String write(Names names) {
        marked = super.write(names);
        return marked;
    }
}
