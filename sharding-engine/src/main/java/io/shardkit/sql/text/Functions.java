package io.shardkit.sql.text;

import java.util.Set;

/** The known facts about SQL functions, by name in lower case. */
public final class Functions {
    private static final Set<String> TEXT = Words.of(
            """
            upper lower ucase lcase length char_length character_length octet_length bit_length concat concat_ws
            substring substr substring_index left right mid trim ltrim rtrim btrim lpad rpad replace translate
            reverse repeat space instr locate position strpos split_part initcap ascii ord char chr insert
            overlay field elt find_in_set format quote soundex regexp_like regexp_replace regexp_substr
            regexp_instr starts_with to_char to_number strcmp""");

    private static final Set<String> NUMBERS = Words.of(
            """
            abs ceil ceiling floor round truncate trunc mod power pow sqrt exp ln log log10 log2 sign sin cos
            tan asin acos atan atan2 cot pi degrees radians greatest least bit_count conv bin oct hex unhex
            crc32 width_bucket div""");

    /** Conditions and conversions. */
    private static final Set<String> TYPES =
            Words.of("coalesce ifnull nullif isnull nvl nvl2 if cast convert binary decode");

    private static final Set<String> DATES = Words.of(
            """
            date time timestamp year month day dayofmonth day_of_month dayofweek day_of_week dayofyear
            day_of_year dayname monthname week weekday weekofyear yearweek quarter hour minute second
            microsecond extract date_format time_format formatdatetime parsedatetime date_add date_sub adddate
            subdate addtime subtime datediff timediff timestampdiff timestampadd dateadd to_date to_timestamp
            str_to_date date_trunc date_part last_day makedate maketime make_date from_days to_days
            from_unixtime sec_to_time time_to_sec get_format convert_tz period_add period_diff to_seconds
            make_interval date_bin""");

    private static final Set<String> JSON = Words.of(
            """
            json_extract json_value json_unquote json_valid json_length json_type json_contains json_object
            json_array json_set json_insert json_replace json_remove json_search json_keys json_quote
            json_exists json_query json_depth json_array_append json_array_insert json_merge_patch
            json_merge_preserve json_contains_path json_compact to_json to_jsonb json_build_object
            json_build_array jsonb_build_object jsonb_build_array jsonb_set jsonb_extract_path
            jsonb_extract_path_text jsonb_array_length jsonb_typeof""");

    private static final Set<String> OTHERS = Words.of(
            """
            md5 sha sha1 sha2 sha256 to_base64 from_base64 array_length array_append array_position
            array_to_string string_to_array cardinality encode rawtohex hextoraw stringencode casewhen bitand
            bitor bitxor weight_string num_nulls num_nonnulls inet_aton inet_ntoa values""");

    private static final Set<String> DETERMINISTIC = Words.union(TEXT, NUMBERS, TYPES, DATES, JSON, OTHERS);

    /** The functions that every database of a dialect with them takes from the session's clock. */
    private static final Set<String> CLOCK = Words.of(
            """
            now current_timestamp current_date current_time localtime localtimestamp curdate curtime utc_date
            utc_time utc_timestamp transaction_timestamp""");

    /** The functions whose result also changes from call to call, or depends on the column. */
    private static final Set<String> VARYING = Words.of(
            """
            sysdate statement_timestamp clock_timestamp timeofday unix_timestamp rand random random_normal uuid
            gen_random_uuid random_uuid uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 uuidv4 uuidv7 uuid_v4
            uuid_v7 uuid_short sys_guid random_bytes gen_random_bytes gen_salt secure_rand default age""");

    private static final Set<String> ROW_WISE = Words.union(DETERMINISTIC, CLOCK, VARYING);

    private static final Set<String> WITHOUT_PARENTHESES = Words.of(
            """
            current_timestamp current_date current_time localtime localtimestamp sysdate utc_date utc_time
            utc_timestamp current_user session_user user rownum""");

    private static final Set<String> SESSION = Words.of(
            """
            last_insert_id found_rows row_count get_lock release_lock release_all_locks is_free_lock
            is_used_lock identity scope_identity lastval currval nextval setval pg_advisory_lock
            pg_advisory_unlock pg_advisory_xact_lock pg_try_advisory_lock pg_try_advisory_xact_lock set_config
            connection_id pg_backend_pid session_id txid_current pg_current_xact_id lock_mode sleep pg_sleep
            benchmark""");

    private static final Set<String> EXACT = Words.of(
            """
            if ifnull nullif coalesce isnull abs sign round floor ceil ceiling truncate mod greatest least cast
            convert length char_length year month day quarter hour minute second datediff timestampdiff
            bit_count in and or not when then else case between sum avg""");

    private static final Set<String> MERGEABLE_AGGREGATES = Words.of("count sum min max avg");

    /** The aggregates that put rows together in the order in which they come, or lose digits in an order of their own. */
    private static final Set<String> AGGREGATES_OF_ROW_ORDER = Words.of(
            """
            group_concat string_agg array_agg listagg json_arrayagg json_objectagg json_agg jsonb_agg std stddev
            stddev_pop stddev_samp variance var_pop var_samp""");

    private static final Set<String> OTHER_AGGREGATES = Words.of("bit_and bit_or bit_xor bool_and bool_or every");

    private static final Set<String> AGGREGATES =
            Words.union(MERGEABLE_AGGREGATES, AGGREGATES_OF_ROW_ORDER, OTHER_AGGREGATES);

    /** As {@link #AGGREGATES_OF_ROW_ORDER}, of which nothing else is known. */
    private static final Set<String> UNKNOWN_OF_ROW_ORDER = Words.of(
            """
            json_object_agg jsonb_object_agg xmlagg corr covar_pop covar_samp regr_slope regr_intercept regr_r2
            any_value""");

    private static final Set<String> OF_WINDOW = Words.of(
            "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value");

    private Functions() {}

    /** Returns true if the function's result has no digits beyond those that it shows. */
    public static boolean isExact(String name) {
        return EXACT.contains(name);
    }

    /** Returns true if a bare name is a call of a function. */
    public static boolean isCallWithoutParentheses(String name) {
        return WITHOUT_PARENTHESES.contains(name);
    }

    /** Returns true if the function puts values together to a row. */
    public static boolean isRow(String name) {
        return name.equalsIgnoreCase("row");
    }

    /** Returns true if the function's result depends on the values of one row only. */
    public static boolean isRowWise(String name) {
        return ROW_WISE.contains(name);
    }

    /**
     * Returns true if the function's result depends on nothing but its arguments, however often the function is called in
     * a transaction.
     */
    public static boolean isSame(String name) {
        return DETERMINISTIC.contains(name);
    }

    /** Returns true if the function is an aggregate that can be merged. */
    public static boolean isMergeableAggregate(String name) {
        return MERGEABLE_AGGREGATES.contains(name);
    }

    /** Returns true if the function is an aggregate whose result may depend on the order of the rows. */
    static boolean isOfRowOrder(String name) {
        return AGGREGATES_OF_ROW_ORDER.contains(name) || UNKNOWN_OF_ROW_ORDER.contains(name);
    }

    /** Returns true if the function is an aggregate, also one that cannot be merged. */
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name);
    }

    /** Returns true if the function is a window function and has no other use. */
    public static boolean isOfWindow(String name) {
        return OF_WINDOW.contains(name);
    }

    /** Returns true if each call of the function gives the next value of a sequence that its argument starts. */
    public static boolean isSequence(String name) {
        return name.equals("rand") || name.equals("random");
    }

    /** Returns true if the function reads or changes the state of one connection or one sequence. */
    public static boolean isOfSession(String name) {
        return SESSION.contains(name);
    }

    /** Returns true if the function takes the next value of a sequence that the database has for all sessions. */
    public static boolean isNextValue(String name) {
        return name.equals("nextval");
    }

    /** Returns true if the function tells the time at which the statement or its transaction began. */
    public static boolean isOfClock(String name) {
        return CLOCK.contains(name);
    }

    /** Returns true if the function gives the same result on every database and at every time. */
    public static boolean isDeterministic(String name) {
        return DETERMINISTIC.contains(name);
    }
}
