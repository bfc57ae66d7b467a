package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.dialect.facts.TransactionWords;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.statement.TransactionStep;
import io.shardkit.sql.statement.TransactionStep.Kind;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads BEGIN, COMMIT, SAVEPOINT and what else a database takes as a word to the transaction of a connection. */
public final class TransactionReader {
    private final SqlText text;
    private final TransactionWords words;
    private int at;

    public TransactionReader(SqlText text, Dialect dialect) {
        this.text = text;
        this.words = dialect.transactionWords();
    }

    /** The statement, or null if it is about something else. */
    public ParsedStatement.@Nullable Control read() throws SQLException {
        boolean first = text.isOneOf(0, "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
                || (text.is(0, "START") && text.is(1, "TRANSACTION") && words.hasStartTransaction())
                || (text.isOneOf(0, "END", "ABORT") && words.hasEndAndAbort());
        if (!first && !text.is(0, "SET")) {
            return null;
        }
        TransactionStep step = first ? step() : set();
        if (step != null && at == text.size()) {
            return new ParsedStatement.Control(text, step);
        }
        if (!first) {
            return null;
        }
        throw ShardingExceptions.of(ErrorCode.UNSUPPORTED_STATEMENT, text.part(0, text.size()));
    }

    private @Nullable TransactionStep step() {
        String word = text.word(at++);
        switch (word) {
            case "START" -> {
                at++;
                return modes(Kind.BEGIN);
            }
            case "BEGIN" -> {
                if (!accept("WORK") && words.beginHasTransaction()) {
                    accept("TRANSACTION");
                }
                return words.beginHasModes() ? modes(Kind.BEGIN) : new TransactionStep(Kind.BEGIN);
            }
            case "COMMIT", "END" -> {
                acceptNoise();
                return new TransactionStep(Kind.COMMIT);
            }
            case "SAVEPOINT" -> {
                return named(Kind.SAVEPOINT);
            }
            case "RELEASE" -> {
                return accept("SAVEPOINT") || !words.releaseNeedsSavepoint() ? named(Kind.RELEASE) : null;
            }
            default -> {
                acceptNoise();
                return word.equals("ROLLBACK") && accept("TO") ? rollbackTo() : new TransactionStep(Kind.ROLLBACK);
            }
        }
    }

    private @Nullable TransactionStep rollbackTo() {
        return accept("SAVEPOINT") || !words.rollbackNeedsSavepoint() ? named(Kind.ROLLBACK_TO) : null;
    }

    private void acceptNoise() {
        if (!accept("WORK") && words.endHasTransaction()) {
            accept("TRANSACTION");
        }
    }

    private boolean accept(String word) {
        boolean found = text.is(at, word);
        at += found ? 1 : 0;
        return found;
    }

    private boolean accept(String first, String second) {
        boolean found = text.is(at, first) && text.is(at + 1, second);
        at += found ? 2 : 0;
        return found;
    }

    private @Nullable TransactionStep named(Kind kind) {
        if (at >= text.size() || !text.isName(at) || (isQuoted(at) && !words.knowsQuotedSavepoints())) {
            return null;
        }
        String written = Token.stripQuotes(text.string(at));
        boolean exact = isQuoted(at) && words.quotesKeepCase();
        at++;
        return new TransactionStep(kind, exact ? written : written.toLowerCase(Locale.ROOT));
    }

    private boolean isQuoted(int token) {
        return text.token(token).kind() == Token.Kind.QUOTED;
    }

    /** Each mode once: of several, databases take the last, or none. */
    private @Nullable TransactionStep modes(Kind kind) {
        Map<String, String> modes = new LinkedHashMap<>();
        while (at < text.size()) {
            String level = words.modesHaveIsolation() ? level() : null;
            String access = level != null ? null : access();
            boolean isNew = level != null
                    ? modes.put("isolation", "ISOLATION LEVEL " + level) == null
                    : access != null && modes.put("access", access) == null;
            if (!isNew || (accept(",") && at == text.size())) {
                return null;
            }
        }
        return new TransactionStep(kind, String.join(", ", modes.values()));
    }

    private @Nullable String access() {
        return accept("READ", "ONLY") ? "READ ONLY" : accept("READ", "WRITE") ? "READ WRITE" : null;
    }

    private @Nullable String level() {
        if (!accept("ISOLATION", "LEVEL")) {
            return null;
        }
        String first = text.word(at);
        String level = accept("SERIALIZABLE") ? first : first + " " + text.word(at + 1);
        at += level.equals(first) ? 0 : 2;
        return switch (level) {
            case "SERIALIZABLE", "READ COMMITTED", "READ UNCOMMITTED", "REPEATABLE READ" -> level;
            default -> null;
        };
    }

    private @Nullable TransactionStep set() {
        at = 1;
        if (words.setsAutoCommitAsVariable()) {
            return accept("SESSION", "TRANSACTION") ? isolation() : autoCommit(accept("SESSION"));
        }
        if (accept("SESSION", "CHARACTERISTICS")) {
            return accept("AS", "TRANSACTION") ? isolation() : null;
        }
        if (accept("TRANSACTION")) {
            return words.setTransactionIsOfSession() ? isolation() : at < text.size() ? modes(Kind.SET_MODES) : null;
        }
        return words.setHasAutoCommit() && accept("AUTOCOMMIT") ? toggle() : null;
    }

    private @Nullable TransactionStep isolation() {
        String level = level();
        return level == null ? null : new TransactionStep(Kind.SET_ISOLATION, level);
    }

    private @Nullable TransactionStep autoCommit(boolean session) {
        boolean scoped = !session && (accept("@@SESSION", ".") || accept("@@LOCAL", "."));
        boolean named = (!session && !scoped && accept("@@AUTOCOMMIT")) || accept("AUTOCOMMIT");
        return named && (accept("=") || accept(":=")) ? toggle() : null;
    }

    private @Nullable TransactionStep toggle() {
        String value = text.word(at++);
        return switch (value) {
            case "1", "ON", "TRUE" -> new TransactionStep(Kind.AUTOCOMMIT_ON);
            case "0", "OFF", "FALSE" -> new TransactionStep(Kind.AUTOCOMMIT_OFF);
            default -> null;
        };
    }
}
