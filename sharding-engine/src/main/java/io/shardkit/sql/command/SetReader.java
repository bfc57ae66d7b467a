package io.shardkit.sql.command;

import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.sql.statement.ParsedStatement;
import io.shardkit.sql.text.SqlText;
import io.shardkit.sql.text.Token;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads SET of user variables, and of settings that change neither how SQL is read nor what values mean. */
public final class SetReader {
    private static final Set<String> OF_MYSQL = Set.of(
            "foreign_key_checks",
            "group_concat_max_len",
            "idle_transaction_timeout",
            "innodb_lock_wait_timeout",
            "interactive_timeout",
            "join_buffer_size",
            "lock_wait_timeout",
            "long_query_time",
            "max_execution_time",
            "max_statement_time",
            "net_read_timeout",
            "net_write_timeout",
            "read_buffer_size",
            "read_rnd_buffer_size",
            "sort_buffer_size",
            "unique_checks",
            "wait_timeout");

    private static final Set<String> OF_POSTGRESQL = Set.of(
            "application_name",
            "client_min_messages",
            "effective_cache_size",
            "enable_bitmapscan",
            "enable_hashagg",
            "enable_hashjoin",
            "enable_indexonlyscan",
            "enable_indexscan",
            "enable_mergejoin",
            "enable_nestloop",
            "enable_seqscan",
            "enable_sort",
            "idle_in_transaction_session_timeout",
            "jit",
            "lock_timeout",
            "maintenance_work_mem",
            "max_parallel_workers_per_gather",
            "random_page_cost",
            "seq_page_cost",
            "statement_timeout",
            "synchronous_commit",
            "work_mem");

    private static final Set<String> OF_TRANSACTION =
            Set.of("autocommit", "transaction", "characteristics", "transaction_isolation", "transaction_read_only");

    private final SqlText text;
    private final Dialect dialect;
    private final Dialect.Grammar grammar;
    private final Map<String, String> settings = new LinkedHashMap<>();

    public SetReader(SqlText text, Dialect dialect) {
        this.text = text;
        this.dialect = dialect;
        this.grammar = dialect.grammar();
    }

    public ParsedStatement.SetState read() throws SQLException {
        boolean mysql = grammar == Dialect.Grammar.MYSQL;
        if (mysql && text.is(1, "NAMES") && text.size() == 3 && isUtf8mb4(text.string(2))) {
            settings.put("names", text.sql());
        } else if (mysql) {
            for (int[] part : text.split(1, text.size(), 0)) {
                assignment(part[0], part[1]);
            }
        } else {
            assignment(1, text.size());
        }
        return new ParsedStatement.SetState(text, settings);
    }

    /** The letters in which drivers for Java talk. */
    private static boolean isUtf8mb4(String written) {
        return written.equalsIgnoreCase("utf8mb4") || written.equalsIgnoreCase("'utf8mb4'");
    }

    private void assignment(int from, int to) throws SQLException {
        int at = from;
        if (grammar != Dialect.Grammar.H2 && text.is(at, "SESSION")) {
            at++;
        } else if (text.isOneOf(at, "@@SESSION", "@@LOCAL") && text.is(at + 1, ".")) {
            at += 2;
        }
        String name = name(at, to);
        boolean sign =
                text.isOneOf(at + 1, "=", ":=") || (grammar == Dialect.Grammar.POSTGRESQL && text.is(at + 1, "TO"));
        int value = sign ? at + 2 : at + 1;
        boolean assigns = sign || grammar == Dialect.Grammar.H2;
        if (!assigns || !isLiteral(value, to) || !(isAllowed(name) || isMode(name, value))) {
            throw refusal(name);
        }
        settings.put(name, "SET " + text.part(from, to).strip());
    }

    /** A user's variable as it is written, as the database decides what letters mean; others in lower case. */
    private String name(int at, int to) {
        String written = at < to ? text.string(at) : "";
        if (written.startsWith("@") && !written.startsWith("@@")) {
            return written;
        }
        return written.toLowerCase(Locale.ROOT).replaceFirst("^@@", "");
    }

    private boolean isAllowed(String name) {
        boolean variable = name.length() > 1 && name.startsWith("@");
        return switch (grammar) {
            case MYSQL -> variable || OF_MYSQL.contains(name);
            case POSTGRESQL -> OF_POSTGRESQL.contains(name);
            // Its driver ends no connection whose settings are not known.
            case H2 -> variable;
        };
    }

    private boolean isMode(String name, int value) {
        String modes = text.string(value);
        return grammar == Dialect.Grammar.MYSQL
                && name.equals("sql_mode")
                && text.token(value).kind() == Token.Kind.STRING
                && dialect.sqlModes().checkStrictly(modes.substring(1, modes.length() - 1));
    }

    private boolean isLiteral(int from, int to) {
        int at = text.is(from, "-") ? from + 1 : from;
        if (at != to - 1) {
            return false;
        }
        return switch (text.token(at).kind()) {
            case NUMBER -> true;
            case STRING -> at == from;
            case WORD ->
                at == from
                        && (text.isOneOf(at, "ON", "OFF", "TRUE", "FALSE", "DEFAULT", "NULL")
                                || grammar == Dialect.Grammar.POSTGRESQL);
            default -> false;
        };
    }

    private static SQLException refusal(String name) {
        return ErrorCode.UNSUPPORTED_STATEMENT.exception(
                OF_TRANSACTION.contains(name)
                        ? "SET " + name + "; call setAutoCommit, setTransactionIsolation or setReadOnly instead"
                        : "SET " + name
                                + ", which may change what a statement means, or to something other than a literal");
    }
}
