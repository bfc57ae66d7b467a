package io.shardkit.sql;

import java.util.Set;

/** What is known of SQL functions, by name in lower case. */
public final class Functions {
    private static final Set<String> ROW_WISE = Set.of(
            // text
            "upper",
            "lower",
            "ucase",
            "lcase",
            "length",
            "char_length",
            "character_length",
            "octet_length",
            "bit_length",
            "concat",
            "concat_ws",
            "substring",
            "substr",
            "substring_index",
            "left",
            "right",
            "mid",
            "trim",
            "ltrim",
            "rtrim",
            "btrim",
            "lpad",
            "rpad",
            "replace",
            "translate",
            "reverse",
            "repeat",
            "space",
            "instr",
            "locate",
            "position",
            "strpos",
            "split_part",
            "initcap",
            "ascii",
            "ord",
            "char",
            "chr",
            "insert",
            "overlay",
            "field",
            "elt",
            "find_in_set",
            "format",
            "quote",
            "soundex",
            "regexp_like",
            "regexp_replace",
            "regexp_substr",
            "regexp_instr",
            "starts_with",
            "to_char",
            "to_number",
            "strcmp",
            // numbers
            "abs",
            "ceil",
            "ceiling",
            "floor",
            "round",
            "truncate",
            "trunc",
            "mod",
            "power",
            "pow",
            "sqrt",
            "exp",
            "ln",
            "log",
            "log10",
            "log2",
            "sign",
            "sin",
            "cos",
            "tan",
            "asin",
            "acos",
            "atan",
            "atan2",
            "cot",
            "pi",
            "degrees",
            "radians",
            "greatest",
            "least",
            "bit_count",
            "conv",
            "bin",
            "oct",
            "hex",
            "unhex",
            "crc32",
            "width_bucket",
            "div",
            // conditions and types
            "coalesce",
            "ifnull",
            "nullif",
            "isnull",
            "nvl",
            "nvl2",
            "if",
            "cast",
            "convert",
            "binary",
            "decode",
            // dates
            "date",
            "time",
            "timestamp",
            "year",
            "month",
            "day",
            "dayofmonth",
            "day_of_month",
            "dayofweek",
            "day_of_week",
            "dayofyear",
            "day_of_year",
            "dayname",
            "monthname",
            "week",
            "weekday",
            "weekofyear",
            "yearweek",
            "quarter",
            "hour",
            "minute",
            "second",
            "microsecond",
            "extract",
            "date_format",
            "time_format",
            "formatdatetime",
            "parsedatetime",
            "date_add",
            "date_sub",
            "adddate",
            "subdate",
            "addtime",
            "subtime",
            "datediff",
            "timediff",
            "timestampdiff",
            "timestampadd",
            "dateadd",
            "to_date",
            "to_timestamp",
            "str_to_date",
            "date_trunc",
            "date_part",
            "last_day",
            "makedate",
            "maketime",
            "make_date",
            "from_days",
            "to_days",
            "from_unixtime",
            "unix_timestamp",
            "sec_to_time",
            "time_to_sec",
            "age",
            "now",
            "current_timestamp",
            "current_date",
            "current_time",
            "localtime",
            "localtimestamp",
            "curdate",
            "curtime",
            "sysdate",
            "utc_date",
            "utc_time",
            "utc_timestamp",
            "transaction_timestamp",
            "statement_timestamp",
            "clock_timestamp",
            // others of one row
            "md5",
            "sha",
            "sha1",
            "sha2",
            "sha256",
            "to_base64",
            "from_base64",
            "json_extract",
            "json_value",
            "json_unquote",
            "json_valid",
            "json_length",
            "json_type",
            "json_contains",
            "json_object",
            "json_array",
            "inet_aton",
            "inet_ntoa",
            "rand",
            "random",
            "uuid",
            "gen_random_uuid",
            "random_uuid",
            "default",
            "values");

    private static final Set<String> AGGREGATES = Set.of("count", "sum", "min", "max", "avg");

    private static final Set<String> SESSION = Set.of(
            "last_insert_id",
            "found_rows",
            "row_count",
            "get_lock",
            "release_lock",
            "release_all_locks",
            "is_free_lock",
            "is_used_lock",
            "identity",
            "scope_identity",
            "lastval",
            "currval",
            "nextval",
            "setval",
            "pg_advisory_lock",
            "pg_advisory_unlock",
            "pg_advisory_xact_lock",
            "pg_try_advisory_lock",
            "pg_try_advisory_xact_lock",
            "set_config",
            "connection_id",
            "pg_backend_pid",
            "session_id",
            "txid_current",
            "pg_current_xact_id",
            "lock_mode",
            "sleep",
            "pg_sleep",
            "benchmark");

    private static final Set<String> DETERMINISTIC_EXCEPTIONS = Set.of(
            "now",
            "current_timestamp",
            "current_date",
            "current_time",
            "localtime",
            "localtimestamp",
            "curdate",
            "curtime",
            "sysdate",
            "utc_date",
            "utc_time",
            "utc_timestamp",
            "transaction_timestamp",
            "statement_timestamp",
            "clock_timestamp",
            "unix_timestamp",
            "rand",
            "random",
            "uuid",
            "gen_random_uuid",
            "random_uuid",
            "default",
            "age");

    /** Those that every database of a dialect with them takes from the session's clock. */
    private static final Set<String> CLOCK = Set.of(
            "now",
            "current_timestamp",
            "current_date",
            "current_time",
            "localtime",
            "localtimestamp",
            "curdate",
            "curtime",
            "utc_date",
            "utc_time",
            "utc_timestamp",
            "transaction_timestamp");

    private static final Set<String> WITHOUT_PARENTHESES = Set.of(
            "current_timestamp",
            "current_date",
            "current_time",
            "localtime",
            "localtimestamp",
            "sysdate",
            "utc_date",
            "utc_time",
            "utc_timestamp",
            "current_user",
            "session_user",
            "user",
            "rownum");

    private static final Set<String> EXACT = Set.of(
            "if",
            "ifnull",
            "nullif",
            "coalesce",
            "isnull",
            "abs",
            "sign",
            "round",
            "floor",
            "ceil",
            "ceiling",
            "truncate",
            "mod",
            "greatest",
            "least",
            "cast",
            "convert",
            "length",
            "char_length",
            "year",
            "month",
            "day",
            "quarter",
            "hour",
            "minute",
            "second",
            "datediff",
            "timestampdiff",
            "bit_count",
            "in",
            "and",
            "or",
            "not",
            "when",
            "then",
            "else",
            "case",
            "between",
            "sum",
            "avg");

    private static final Set<String> OTHER_AGGREGATES = Set.of(
            "group_concat",
            "string_agg",
            "array_agg",
            "listagg",
            "json_arrayagg",
            "json_objectagg",
            "json_agg",
            "jsonb_agg",
            "std",
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "variance",
            "var_pop",
            "var_samp",
            "bit_and",
            "bit_or",
            "bit_xor",
            "bool_and",
            "bool_or",
            "every");

    private static final Set<String> OF_WINDOW = Set.of(
            "row_number",
            "rank",
            "dense_rank",
            "percent_rank",
            "cume_dist",
            "ntile",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "nth_value");

    private Functions() {}

    /** Whether its result has no digits beyond those that it shows. */
    static boolean isExact(String name) {
        return EXACT.contains(name);
    }

    /** Whether a bare name is a call of a function. */
    static boolean isCallWithoutParentheses(String name) {
        return WITHOUT_PARENTHESES.contains(name);
    }

    /** Whether its result depends on the values of one row only. */
    public static boolean isRowWise(String name) {
        return ROW_WISE.contains(name);
    }

    /** Whether it is an aggregate that can be merged. */
    public static boolean isMergeableAggregate(String name) {
        return AGGREGATES.contains(name);
    }

    /** Whether it is an aggregate, also one that cannot be merged. */
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name) || OTHER_AGGREGATES.contains(name);
    }

    /** Whether it is a function of a window, which has no other use. */
    public static boolean isOfWindow(String name) {
        return OF_WINDOW.contains(name);
    }

    /** Whether each call gives the next of a sequence that its argument starts. */
    static boolean isSequence(String name) {
        return name.equals("rand") || name.equals("random");
    }

    /** Whether it reads or changes the state of one connection or one sequence. */
    static boolean isOfSession(String name) {
        return SESSION.contains(name);
    }

    /** Whether it tells the time at which the statement or its transaction began. */
    public static boolean isOfClock(String name) {
        return CLOCK.contains(name);
    }

    /** Whether it gives the same result on every database and at every time. */
    public static boolean isDeterministic(String name) {
        return ROW_WISE.contains(name) && !DETERMINISTIC_EXCEPTIONS.contains(name);
    }
}
