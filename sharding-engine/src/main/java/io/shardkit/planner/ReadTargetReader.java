package io.shardkit.planner;

import io.shardkit.dialect.Dialect;
import io.shardkit.replica.ReadTarget;
import io.shardkit.sql.text.Functions;
import io.shardkit.sql.text.Token;
import io.shardkit.sql.text.Tokenizer;
import io.shardkit.sql.text.Words;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Tells from the words of a query which servers may answer it. A query that is not known to only read stored rows, such
 * as one with a user-defined function, is left to the primary.
 */
final class ReadTargetReader {
    /** Words that may stand before a parenthesis, and call nothing. */
    private static final Set<String> BEFORE_PARENTHESES = Words.of(
            """
            in and or not exists any all some over as from join where on using select union except intersect minus by
            case when then else like ilike rlike regexp between distinct limit offset filter group having interval
            values row rows lateral is xor materialized key index partition window array cube rollup sets grouping
            match against escape recursive with set end similar to
            char varchar character nchar nvarchar decimal numeric dec float double real number bit varbit varbinary
            timestamp timestamptz time datetime signed unsigned precision varying""");

    /** The functions that tell of the server or the session, and change neither. */
    private static final Set<String> TELLING = Words.of(
            """
            version database schema current_schema current_database current_user session_user user system_user
            current_catalog inet_server_addr inet_server_port pg_is_in_recovery pg_last_wal_replay_lsn database_path
            generate_series unnest any_value pg_typeof json_table json_each jsonb_each json_array_elements
            jsonb_array_elements json_array_elements_text jsonb_array_elements_text regexp_split_to_table
            string_to_table array_agg regexp_matches regexp_match regexp_count""");

    /** The functions that tell of the query before, whichever server answered it. */
    private static final Set<String> OF_LAST_QUERY = Words.of("found_rows");

    /** The functions that tell of the connection to the primary, if they are called without arguments. */
    private static final Set<String> OF_CONNECTION = Words.of(
            "last_insert_id identity scope_identity lastval row_count connection_id pg_backend_pid session_id");

    /** Variables that name the server. */
    private static final Set<String> SERVER_VARIABLES =
            Words.of("server_id server_uid server_uuid hostname port version version_comment datadir read_only");

    private static final Set<String> VARIABLES_OF_LAST_QUERY = Words.of("warning_count error_count");

    private static final Set<String> CHANGING =
            Words.of("insert update delete merge replace truncate call into nextval currval procedure do execute");

    /** The words that lock rows, or follow NEXT or PREVIOUS to read a sequence. */
    private static final Set<String> OF_PRIMARY = Words.of("for lock");

    private final String sql;
    private final List<Token> tokens;
    private final Dialect dialect;

    private ReadTargetReader(String sql, List<Token> tokens, Dialect dialect) {
        this.sql = sql;
        this.tokens = tokens;
        this.dialect = dialect;
    }

    /**
     * Returns the servers that may answer a query.
     *
     * @throws SQLException if its SQL cannot be read
     */
    static ReadTarget of(String sql, Dialect dialect) throws SQLException {
        if (sql.contains("/*!") || sql.contains("/*M!")) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        return new ReadTargetReader(sql, Tokenizer.tokenizeUnread(sql, dialect), dialect).serving();
    }

    private ReadTarget serving() {
        int first = 0;
        while (is(first, "(")) {
            first++;
        }
        String word = word(first);
        if (word.equals("show") || word.equals("describe") || word.equals("desc")) {
            boolean ofLast = tokens.stream()
                    .anyMatch(token -> Set.of("warnings", "errors").contains(lower(token)));
            return ofLast ? ReadTarget.LAST_MEMBER : ReadTarget.PRIMARY;
        }
        if (!word.equals("select") && !word.equals("with") && !word.equals("table") && !word.equals("values")) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        ReadTarget all = ReadTarget.ANY_MEMBER;
        for (int i = 0; i < tokens.size(); i++) {
            ReadTarget serving = serving(i);
            all = serving.compareTo(all) > 0 ? serving : all;
        }
        return all;
    }

    private ReadTarget serving(int i) {
        return switch (tokens.get(i).kind()) {
            case WORD -> ofWord(i);
            case QUOTED -> ofName(i);
            case SYMBOL ->
                is(i, ":=") || (is(i, ":") && is(i + 1, "=")) ? ReadTarget.PRIMARY_FROM_NOW_ON : ReadTarget.ANY_MEMBER;
            case STRING, NUMBER, PARAMETER -> ReadTarget.ANY_MEMBER;
        };
    }

    private ReadTarget ofName(int i) {
        if (is(i + 1, "(") && !isCommonTable(i)) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        return ofTable(Token.stripQuotes(lower(tokens.get(i))));
    }

    private ReadTarget ofTable(String name) {
        return dialect.replicas().isCatalog(name) ? ReadTarget.PRIMARY : ReadTarget.ANY_MEMBER;
    }

    private ReadTarget ofWord(int i) {
        String word = word(i);
        boolean part = is(i - 1, ".");
        if (word.startsWith("@")) {
            return ofVariable(i, word);
        }
        if (is(i + 1, "(")) {
            return ofCall(word, part, i);
        }
        if (word.equals("update") && (word(i - 1).equals("for") || word(i - 1).equals("key"))) {
            return ReadTarget.PRIMARY;
        }
        if (word.equals("nextval") || word.equals("currval") || (!part && CHANGING.contains(word))) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        if (part) {
            return ReadTarget.ANY_MEMBER;
        }
        if ((word.equals("next") || word.equals("previous")) && word(i + 1).equals("value")) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        return OF_PRIMARY.contains(word) ? ReadTarget.PRIMARY : ofTable(word);
    }

    private ReadTarget ofCall(String name, boolean part, int i) {
        if (part) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        if (OF_LAST_QUERY.contains(name)) {
            return ReadTarget.LAST_MEMBER;
        }
        if (OF_CONNECTION.contains(name) && is(i + 2, ")")) {
            return ReadTarget.PRIMARY;
        }
        if (Functions.isRowWise(name)
                || Functions.isAggregate(name)
                || Functions.isOfWindow(name)
                || BEFORE_PARENTHESES.contains(name)
                || TELLING.contains(name)
                || isCommonTable(i)) {
            return ReadTarget.ANY_MEMBER;
        }
        return ReadTarget.PRIMARY_FROM_NOW_ON;
    }

    /** Returns true if the token is the name of a common table, followed by its columns. */
    private boolean isCommonTable(int i) {
        return word(i - 1).equals("with") || word(i - 1).equals("recursive");
    }

    private ReadTarget ofVariable(int i, String word) {
        if (is(i + 1, ":=") || (is(i + 1, ":") && is(i + 2, "="))) {
            return ReadTarget.PRIMARY_FROM_NOW_ON;
        }
        String name = word.startsWith("@@") ? word.substring(2) : "";
        int dot = name.indexOf('.');
        if (dot >= 0) {
            name = name.substring(dot + 1);
        } else if (is(i + 1, ".")) {
            name = word(i + 2);
        }
        if (VARIABLES_OF_LAST_QUERY.contains(name)) {
            return ReadTarget.LAST_MEMBER;
        }
        return SERVER_VARIABLES.contains(name) ? ReadTarget.ANY_MEMBER : ReadTarget.PRIMARY;
    }

    private boolean is(int i, String text) {
        if (i < 0 || i >= tokens.size()) {
            return false;
        }
        Token token = tokens.get(i);
        return token.end() - token.start() == text.length() && sql.startsWith(text, token.start());
    }

    /** The word in lower case, or an empty text if none stands there. */
    private String word(int i) {
        boolean none = i < 0 || i >= tokens.size() || tokens.get(i).kind() != Token.Kind.WORD;
        return none ? "" : lower(tokens.get(i));
    }

    private String lower(Token token) {
        return sql.substring(token.start(), token.end()).toLowerCase(Locale.ROOT);
    }
}
