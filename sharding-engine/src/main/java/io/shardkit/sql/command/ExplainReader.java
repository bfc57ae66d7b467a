package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Finds the statement that a database's own EXPLAIN explains. */
public final class ExplainReader {
    /** The first words of the statements that can be explained. */
    static final String[] STATEMENTS = {
        "SELECT", "WITH", "(", "INSERT", "UPDATE", "DELETE", "REPLACE", "VALUES", "TABLE"
    };

    private final SqlText text;
    private final CommandRules rules;
    private int at;

    /** Flag that the database also runs the statement. */
    private boolean runs;

    public ExplainReader(SqlText text, Dialect dialect) {
        this.text = text;
        this.rules = dialect.commands();
    }

    /** The explanation, or null if the statement asks for none. */
    public ParsedStatement.@Nullable Explain read() throws SQLException {
        boolean analyze = rules.hasAnalyze() && text.is(0, "ANALYZE");
        if (!analyze && !text.is(0, "EXPLAIN") && !(rules.hasDescribe() && text.isOneOf(0, "DESCRIBE", "DESC"))) {
            return null;
        }
        runs = analyze;
        at = 1;
        if (rules.explainHasOptionList() && text.is(1, "(") && !text.isOneOf(2, STATEMENTS)) {
            int close = text.find(2, text.size(), 0, ")");
            runs = close > 0 && text.find(2, close, 1, "ANALYZE", "ANALYSE") > 0;
            at = close + 1;
        } else {
            options();
        }
        if (at == 0 || !text.isOneOf(at, STATEMENTS)) {
            if (analyze) {
                return null;
            }
            throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, text.word(0) + " " + text.word(at));
        }
        return new ParsedStatement.Explain(text, text.token(at).start(), runs);
    }

    private void options() {
        while (true) {
            if (text.isOneOf(at, "ANALYZE", "ANALYSE")) {
                runs = true;
                at++;
            } else if (text.isOneOf(at, "VERBOSE", "EXTENDED", "PARTITIONS")) {
                at++;
            } else if (rules.explainHasFormat() && text.is(at, "FORMAT") && text.is(at + 1, "=")) {
                at += 3;
            } else if (rules.explainHasPlanFor() && text.is(at, "PLAN") && text.is(at + 1, "FOR")) {
                at += 2;
            } else {
                return;
            }
        }
    }
}
