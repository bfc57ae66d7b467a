package io.shardkit.sql.form;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import org.jspecify.annotations.Nullable;

/** A statement in the forms that the parser reads, and what was read from the tokens in its stead. */
public final class ParserText {
    private final SqlText text;
    private final ClauseRules rules;
    private final Grammar grammar;
    private final Substitutions forms;
    private final boolean symmetric;
    private final boolean quotedCalls;
    private final boolean qualified;
    private @Nullable LimitForm limit;
    private boolean severalLimits;
    private @Nullable LockForm lock;

    /**
     * @param dialect of the database
     * @param grammar of the parser
     */
    public ParserText(SqlText text, Dialect dialect, Grammar grammar) {
        this(text, dialect, grammar, new Substitutions(text));
    }

    ParserText(SqlText text, Dialect dialect, Grammar grammar, Substitutions forms) {
        this.text = text;
        this.rules = dialect.clauses();
        this.grammar = grammar;
        this.forms = forms;
        boolean symmetry = false;
        boolean quoted = false;
        new LiteralSubstitutions(text, dialect.text(), forms).apply();
        for (int i = 0; i < text.size(); i++) {
            i = limit(i);
            lock(i);
            quoted |= text.token(i).kind() == Token.Kind.QUOTED && text.is(i + 1, "(");
            symmetry |= symmetric(i);
            tableQuery(i);
        }
        symmetric = symmetry;
        quotedCalls = quoted;
        indexHints();
        qualified = rules.hasQualify() && new QualifySubstitutions(text, forms).apply();
        new ClauseSubstitutions(text, rules, grammar, forms).apply();
        new WordSubstitutions(text, rules, grammar, forms).apply();
        new FunctionTables(text, forms).apply();
        new ValuesTables(text, forms).apply();
        new ParenthesisSubstitutions(text, forms).apply();
        new JoinSubstitutions(text, rules, forms).apply();
        new MergeSubstitutions(text, forms).apply();
    }

    /** {@code a BETWEEN SYMMETRIC 2 AND 1}. */
    private boolean symmetric(int i) {
        boolean symmetry = text.is(i, "SYMMETRIC") && text.is(i - 1, "BETWEEN");
        if (symmetry) {
            forms.drop(i, i + 1);
        }
        return symmetry;
    }

    /** {@code TABLE t}, another form of {@code SELECT * FROM t}. */
    private void tableQuery(int i) {
        if (text.is(i, "TABLE") && (i == 0 || text.is(i - 1, "(")) && !text.is(i + 1, "(")) {
            forms.replace(i, "SELECT * FROM");
        }
    }

    private void indexHints() {
        for (int[] hint : text.indexHintTokens()) {
            forms.drop(hint[0], hint[1]);
        }
    }

    private int limit(int i) {
        LimitForm found = LimitForm.at(text, i, rules);
        if (found == null) {
            return i;
        }
        forms.drop(found.from(), found.to());
        if (text.token(i).depth() == 0) {
            severalLimits = limit != null;
            limit = found;
        }
        return found.to() - 1;
    }

    private void lock(int i) {
        if (lock == null && text.token(i).depth() == 0 && text.isOneOf(i, "FOR", "LOCK") && text.is(0, "SELECT")) {
            lock = LockForm.at(text, i);
            if (lock != null) {
                forms.drop(i, text.size());
            }
        }
    }

    public Grammar grammar() {
        return grammar;
    }

    public Substitutions forms() {
        return forms;
    }

    /** Returns true if the bounds of a BETWEEN may stand in any order. */
    public boolean isSymmetric() {
        return symmetric;
    }

    /** Returns true if the name of a function may stand in quotes, which the parser takes away. */
    public boolean hasQuotedCalls() {
        return quotedCalls;
    }

    /** Returns true if the outermost query's QUALIFY stands in its HAVING. */
    public boolean isQualified() {
        return qualified;
    }

    /** The limit of the outermost query, or null if it has none, or one that the parser has to read. */
    public @Nullable LimitForm limit() {
        return limit;
    }

    /** Returns true if there is more than one limit at the outermost level. */
    public boolean hasSeveralLimits() {
        return severalLimits;
    }

    /** The locking clauses of the outermost query, or null if it has none, or one that the parser has to read. */
    public @Nullable LockForm lock() {
        return lock;
    }
}
