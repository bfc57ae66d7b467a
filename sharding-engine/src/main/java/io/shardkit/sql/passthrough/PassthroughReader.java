package io.shardkit.sql.passthrough;

import io.shardkit.dialect.Dialect;
import io.shardkit.rule.ShardMap;
import io.shardkit.sql.passthrough.Passthrough.Kind;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises statements that cannot touch a sharded or broadcast table, as none of their names stands anywhere in the
 * text: whatever they are, the database of all other tables gets them as they were written. Thread-safe.
 */
public final class PassthroughReader {
    /** Words before which the body of a routine may stand, which has semicolons of its own. */
    private static final List<String> ROUTINES = List.of("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE");

    private final DeclaredNames names;
    private final int home;
    private final Dialect dialect;
    private final PassthroughRules rules;

    /** A reader that knows the rule's tables by name. */
    public PassthroughReader(ShardMap rule, Dialect dialect) {
        this.names = new DeclaredNames(rule);
        this.home = rule.home();
        this.dialect = dialect;
        this.rules = new PassthroughRules(dialect, rule.dataSources().size() > 1);
    }

    /** The statement, or null if it has to be understood before it can run. */
    public @Nullable Passthrough read(String sql) {
        int dataSource = names.dataSource(sql);
        if (dataSource == DeclaredNames.TOUCHED) {
            return null;
        }
        List<Token> tokens;
        try {
            tokens = Tokenizer.tokenizeUnread(sql, dialect);
        } catch (SQLException unread) {
            return null;
        }
        List<StatementWords> statements = statements(sql, tokens);
        Kind kind = statements.isEmpty() ? null : kind(statements);
        if (kind == null || (dataSource != home && statements.stream().anyMatch(this::makesUndeclaredTable))) {
            return null;
        }
        int parameters = (int) tokens.stream()
                .filter(token -> token.kind() == Token.Kind.PARAMETER)
                .count();
        // Elsewhere than at home an undeclared table may be meant that is at home.
        boolean certain = dataSource == home && !statements.stream().allMatch(PassthroughRules::runsAnywhere);
        boolean setsLastKey = statements.stream().anyMatch(PassthroughRules::setsLastKey);
        return new Passthrough(sent(sql, statements), kind, parameters, dataSource, setsLastKey, certain);
    }

    private String sent(String sql, List<StatementWords> statements) {
        String sent = sql;
        for (int i = statements.size() - 1; i >= 0; i--) {
            if (rules.cascadesToTables(statements.get(i))) {
                sent = statements.get(i).withoutLastWord(sent);
            }
        }
        return sent;
    }

    private @Nullable Kind kind(List<StatementWords> statements) {
        Kind all = null;
        for (StatementWords statement : statements) {
            Kind kind = rules.kind(statement);
            if (kind == null) {
                return null;
            }
            all = all == null ? kind : together(all, kind);
        }
        return all;
    }

    /** Away from home such a table would be looked for in vain, or another one of its name would be found at home. */
    private boolean makesUndeclaredTable(StatementWords statement) {
        int table = statement.outside("TABLE");
        if (!statement.is(0, "CREATE") || table < 0) {
            return false;
        }
        int name = statement.is(table + 1, "IF") ? table + 4 : table + 1;
        int temporary = Math.max(statement.outside("TEMPORARY"), statement.outside("TEMP"));
        boolean lasts = temporary < 0 || temporary > table;
        return lasts && !names.isSingle(statement.name(name));
    }

    private static Kind together(Kind one, Kind other) {
        boolean commits = List.of(one, other).stream().anyMatch(kind -> kind == Kind.DDL || kind == Kind.COMMITTING);
        return commits ? Kind.COMMITTING : Kind.OTHER;
    }

    /** Returns the statements between semicolons; the body of a routine is not taken apart. */
    private static List<StatementWords> statements(String sql, List<Token> tokens) {
        List<StatementWords> statements = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= tokens.size(); i++) {
            boolean ends = i == tokens.size() || sql.charAt(tokens.get(i).start()) == ';';
            if (!ends) {
                continue;
            }
            StatementWords statement = new StatementWords(sql, tokens.subList(start, i));
            if (definesRoutine(statement)) {
                statements.add(new StatementWords(sql, tokens.subList(start, tokens.size())));
                return statements;
            }
            if (statement.size() > 0) {
                statements.add(statement);
            }
            start = i + 1;
        }
        return statements;
    }

    private static boolean definesRoutine(StatementWords statement) {
        int begin = statement.outside("BEGIN");
        return (statement.is(0, "CREATE") || statement.is(0, "ALTER"))
                && ROUTINES.stream().mapToInt(statement::outside).anyMatch(word -> word > 0 && word < begin);
    }
}
