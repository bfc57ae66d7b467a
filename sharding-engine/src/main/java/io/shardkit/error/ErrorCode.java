package io.shardkit.error;

import java.sql.SQLException;

/**
 * The reasons for which Shardkit refuses a configuration or a statement.
 *
 * <p>The code is stable and may be matched by applications; reason and action are messages for people and may change. The
 * digits of the code are also the JDBC vendor code of the exception.
 */
public enum ErrorCode {
    // 1xxx: configuration
    UNKNOWN_DATA_SOURCE(
            1001,
            Kind.CONFIGURATION,
            "A setting names a data source that is not configured",
            "Name one of sharding.data-sources, or add the missing one there."),
    UNKNOWN_ALGORITHM(
            1002,
            Kind.CONFIGURATION,
            "A strategy names an algorithm that is not configured",
            "Name one of sharding.algorithms, or add the missing one there."),
    UNKNOWN_KEY_GENERATOR(
            1003,
            Kind.CONFIGURATION,
            "A key-generate-strategy names a generator that is not configured",
            "Name one of sharding.key-generators, or add the missing one there."),
    EMPTY_NODE_PATTERN(
            1004,
            Kind.CONFIGURATION,
            "A pattern of data nodes expands to nothing or cannot be read",
            "Write data nodes as ds{0..1}.t_order_{0..3}, separated by commas."),
    BINDING_MISMATCH(
            1005,
            Kind.CONFIGURATION,
            "Tables that are bound to each other are sharded differently",
            "Give bound tables the same data sources, the same number of tables in each, and the same algorithms, or remove them from sharding.binding-tables."),
    MISSING_SHARDING_COLUMN(
            1006,
            Kind.CONFIGURATION,
            "A table on several data nodes lacks a sharding strategy that tells them apart",
            "Give database-strategy and table-strategy a sharding-column and an algorithm."),
    SHARD_COUNT_MISMATCH(
            1007,
            Kind.CONFIGURATION,
            "An algorithm's sharding-count differs from the number of targets",
            "Set sharding-count to the number of data sources or tables that the strategy chooses from."),
    DUPLICATE_TABLE(
            1008,
            Kind.CONFIGURATION,
            "A table is declared in more than one way, or two tables share a data node",
            "Declare each table once: under tables, broadcast-tables or single-tables."),
    INVALID_SETTING(1009, Kind.CONFIGURATION, "A setting has a value that cannot be used", "Correct the value."),
    MIXED_DIALECTS(
            1010,
            Kind.CONFIGURATION,
            "The data sources are databases of different kinds",
            "Use one kind of database for all data sources."),
    UNKNOWN_DATABASE(
            1011,
            Kind.CONFIGURATION,
            "A data source is a database that Shardkit does not know",
            "Use MySQL, MariaDB, PostgreSQL or H2."),
    UNREACHABLE_DATA_SOURCE(
            1012,
            Kind.CONFIGURATION,
            "A data source cannot be reached at start",
            "Check the URL, the credentials and that the database is running."),
    VERIFICATION_FAILED(
            1020,
            Kind.CONFIGURATION,
            "The tables of a database do not fit the rule",
            "Correct the tables, the databases or the rule."),
    RULE_DIFFERS(
            1021,
            Kind.CONFIGURATION,
            "The rule of this instance is not the one by which rows were placed",
            "Configure the stored rule. If rows lie where this rule looks for them, stop all other instances and set sharding.rule-store.accept to the hash that is named."),
    RULE_STORE_LACKING(
            1022,
            Kind.CONFIGURATION,
            "The rule of all instances cannot be read or written",
            "Give the user the rights that are named, or make the tables; sharding.rule-store.mode chooses otherwise."),
    RULE_UNREADABLE(
            1023,
            Kind.CONFIGURATION,
            "The stored rule is not one that this version reads",
            "Use the version of Shardkit that wrote it, or a later one."),
    MOVE_REFUSED(
            1024,
            Kind.CONFIGURATION,
            "The move is refused",
            "Put right what is named, and try again; docs/growing.md has what a move needs."),
    EXPORT_REFUSED(
            1025,
            Kind.CONFIGURATION,
            "The tables cannot be exported",
            "Put right what is named; docs/analytics.md has what the engines can read."),
    RESTORE_POINT_REFUSED(
            1026, Kind.CONFIGURATION, "The restore point is refused", "Put right what is named, and try again."),

    // 2xxx: statements that are not supported
    UNPARSABLE(
            2001,
            Kind.SYNTAX,
            "The statement cannot be parsed",
            "Check the SQL; if the database accepts it, write it in a more common form."),
    UNSTABLE_PARSE(
            2002,
            Kind.NOT_SUPPORTED,
            "The statement can be read in more than one way",
            "Write it plainly: blanks around words, numbers and parameters, parentheses around nested joins and set"
                    + " operations."),
    UNSUPPORTED_STATEMENT(
            2003,
            Kind.NOT_SUPPORTED,
            "This kind of statement is not supported",
            "If the database has it, run it on the data source itself, through its own pool."),
    UNSUPPORTED_SYNTAX(
            2004,
            Kind.NOT_SUPPORTED,
            "The statement contains a construct that is not supported",
            "Write it without that construct."),
    SEVERAL_STATEMENTS(
            2005, Kind.NOT_SUPPORTED, "The text holds more than one statement", "Send one statement at a time."),
    EXECUTABLE_COMMENT(
            2006,
            Kind.NOT_SUPPORTED,
            "The text holds an executable comment, which the database runs and the router cannot see",
            "Write the SQL outside of the comment."),
    FOREIGN_SCHEMA(
            2007,
            Kind.NOT_SUPPORTED,
            "A table is qualified with another schema than that of the data sources, or where it may mean something else",
            "Leave out the schema; the data source decides it."),
    SEVERAL_UNITS(
            2010,
            Kind.NOT_SUPPORTED,
            "The statement is supported on one shard only, and its conditions reach several",
            "Give equality conditions on the sharding columns, or rows of one shard, so that one shard is left."),
    UNLINKED_JOIN(
            2011,
            Kind.NOT_SUPPORTED,
            "Sharded tables are joined without equality of all their sharding columns",
            "Join binding tables on their sharding columns, or restrict every table to the same shard."),
    OUTER_JOIN_OF_BROADCAST(
            2012,
            Kind.NOT_SUPPORTED,
            "A broadcast table is on the preserved side of an outer join with a sharded table",
            "Swap the sides, use an inner join, or restrict the sharded table to one shard."),
    SUBQUERY_OVER_UNITS(
            2013,
            Kind.NOT_SUPPORTED,
            "A subquery or derived table over several shards",
            "Restrict the statement to one shard, or run the subquery on its own."),
    AGGREGATE_OVER_UNITS(
            2014,
            Kind.NOT_SUPPORTED,
            "An aggregate that cannot be merged from several shards",
            "Use COUNT, SUM, MIN, MAX or AVG as plain select items, or restrict the statement to one shard."),
    HAVING_OVER_UNITS(
            2015,
            Kind.NOT_SUPPORTED,
            "HAVING over several shards",
            "Filter in the application, or restrict the statement to one shard."),
    DISTINCT_OVER_UNITS(
            2016, Kind.NOT_SUPPORTED, "DISTINCT over several shards", "Restrict the statement to one shard."),
    GROUP_BY_OVER_UNITS(
            2017,
            Kind.NOT_SUPPORTED,
            "A GROUP BY that cannot be merged from several shards",
            "Select and group by plain columns, or restrict the statement to one shard."),
    TEXT_ORDER_UNKNOWN(
            2018,
            Kind.NOT_SUPPORTED,
            "Text has to be compared across shards, and its collation is not known to be binary",
            "Declare the column with a binary collation, or restrict the statement to one shard."),
    SORT_TYPE_UNKNOWN(
            2019,
            Kind.NOT_SUPPORTED,
            "Values of this type cannot be compared across shards",
            "Order or group by a number, a date or binary text, or restrict the statement to one shard."),
    WINDOW_OVER_UNITS(
            2020, Kind.NOT_SUPPORTED, "A window function over several shards", "Restrict the statement to one shard."),
    SET_OPERATION_OVER_UNITS(
            2021,
            Kind.NOT_SUPPORTED,
            "UNION, INTERSECT or EXCEPT over several shards",
            "Run the branches on their own, or restrict them to one shard."),
    LOCK_OVER_UNITS(
            2022,
            Kind.NOT_SUPPORTED,
            "A locking read over several shards with OFFSET, or one that cannot be merged",
            "Give the table a unique key without NULL, or lock the rows of one shard at a time."),
    TABLES_APART(
            2023,
            Kind.NOT_SUPPORTED,
            "The tables of the statement are not on one data source",
            "Declare the single table under sharding.single-tables, make it a broadcast table, or use the tables one after the other."),
    SESSION_FUNCTION(
            2024,
            Kind.NOT_SUPPORTED,
            "A function or variable of one connection's state",
            "Use getGeneratedKeys for keys; keep state in the application."),
    UPDATE_OF_SHARDING_COLUMN(
            2025,
            Kind.NOT_SUPPORTED,
            "An UPDATE would move rows to another shard, which is not possible here",
            "Name the rows by all columns of a unique key, or delete the rows and insert them again."),
    LIMITED_WRITE_OVER_UNITS(
            2026,
            Kind.NOT_SUPPORTED,
            "UPDATE or DELETE with LIMIT over several shards that is not of plain rows of one table, or orders rows without a key",
            "Give the table a unique key without NULL, restrict the statement to one shard, or select the keys first."),
    BROADCAST_WRITE(
            2027,
            Kind.NOT_SUPPORTED,
            "A write to a broadcast table whose result may differ between data sources",
            "Compute the values in the application and pass them as parameters."),
    INSERT_WITHOUT_KEY(
            2028,
            Kind.NOT_SUPPORTED,
            "An INSERT gives no usable value for a sharding column",
            "Give the column a literal or a parameter, or configure a key-generate-strategy for it."),
    INSERT_FORM(
            2029,
            Kind.NOT_SUPPORTED,
            "This form of INSERT is not supported on this table",
            "Use INSERT INTO ... VALUES."),
    WRITE_OF_SEVERAL_TABLES(
            2030,
            Kind.NOT_SUPPORTED,
            "An UPDATE or DELETE of several tables whose rows need not lie together",
            "Write one table at a time, or join binding tables by their sharding columns."),
    ACTUAL_TABLE(
            2032,
            Kind.NOT_SUPPORTED,
            "The statement names an actual table of a sharded table",
            "Name the logical table, or use the data source's own pool."),
    UNKNOWN_COLUMN_ORIGIN(
            2031,
            Kind.NOT_SUPPORTED,
            "A column could belong to several tables",
            "Qualify the column with its table or alias."),

    GATHER_DISABLED(
            2033,
            Kind.NOT_SUPPORTED,
            "The statement needs rows of several shards in one place, and gathering is switched off",
            "Set sharding.gather.enabled to true, or restrict the statement to one shard."),
    GATHER_TOO_LARGE(
            2034,
            Kind.NOT_SUPPORTED,
            "The statement needs to move more rows, or more bytes of them, from other databases to one than"
                    + " sharding.gather.max-rows and sharding.gather.max-bytes allow",
            "Add conditions, restrict the statement to one shard, raise the limit, or export the tables to an engine made for"
                    + " it: docs/analytics.md."),
    GATHER_TYPE(
            2035,
            Kind.NOT_SUPPORTED,
            "A column's values cannot be carried from one database to another without a change",
            "Leave the column out, or restrict the statement to one shard."),

    UNIQUE_KEY_OVER_UNITS(
            2036,
            Kind.NOT_SUPPORTED,
            "The statement depends on a unique key that lacks a sharding column; the row that takes it may be in any shard",
            "Give the key's columns literals or parameters of their own types, add the sharding columns to the unique key,"
                    + " or look for the row first; see sharding.unique-keys.upserts."),
    UNIQUE_KEY_ELSEWHERE(
            2037,
            Kind.NOT_SUPPORTED,
            "A row in another shard has the unique key of a row to insert, and the statement cannot be run there",
            "Write that row by its own sharding columns, assign none of them, or add them to the unique key."),

    ROW_LENGTH(
            2039,
            Kind.NOT_SUPPORTED,
            "A row of an INSERT has fewer or more values than there are columns",
            "Give each row a value or DEFAULT for each column, and name the columns after the table if not all are given."),

    TOO_MANY_UNITS(
            2040,
            Kind.NOT_SUPPORTED,
            "The statement touches more units than sharding.guard.max-units allows",
            "Add conditions on the sharding columns, or raise the limit."),
    WRITE_WITHOUT_CONDITION(
            2041,
            Kind.NOT_SUPPORTED,
            "An UPDATE or DELETE of a sharded table without WHERE",
            "Add a condition (WHERE 1 = 1 for all rows), or set sharding.guard.writes-without-condition to true."),
    MERGE_TOO_LARGE(
            2042,
            Kind.NOT_SUPPORTED,
            "The statement needs more groups or values in memory than sharding.guard.max-merged-rows allows",
            "Add conditions, restrict the statement to one shard, raise the limit, or export the tables to an engine made for"
                    + " it: docs/analytics.md."),
    OFFSET_TOO_LARGE(
            2043,
            Kind.NOT_SUPPORTED,
            "The statement skips more rows than sharding.guard.max-offset allows",
            "Page by a condition on the sorted columns instead, or raise the limit."),
    DEADLINE_PASSED(
            2044,
            Kind.TIMEOUT,
            "The statement took longer than its timeout",
            "Add conditions on the sharding columns, or raise the query timeout or sharding.guard.timeout."),
    TOO_COMPLEX(
            2049,
            Kind.NOT_SUPPORTED,
            "The statement is nested too deeply, or chains too many operators or tables",
            "Write it with less nesting: IN for a chain of OR, one INSERT of several rows, several statements for one."),

    SHARDING_COLUMN_CHANGED(
            2050,
            Kind.NOT_SUPPORTED,
            "DDL drops, renames or changes a sharding column; the rows would not be found again",
            "Reshard the table by the wanted column, as docs/growing.md has it, or copy the rows to a new table."),
    NAME_OF_SEVERAL(
            2051,
            Kind.NOT_SUPPORTED,
            "The name of an index or constraint is that of several tables",
            "Give each index and constraint a name of its own."),
    UNIQUE_KEY_NOT_CHOSEN(
            2061,
            Kind.NOT_SUPPORTED,
            "A key is made or written whose values may repeat on different shards, and nothing is chosen for it",
            "Choose by one line of the configuration, add the sharding columns to the key, or let a key generator fill it."),
    LOOKUP_WRITE(
            2053,
            Kind.NOT_SUPPORTED,
            "A write cannot keep a lookup table",
            "Write the rows by INSERT ... VALUES, UPDATE or DELETE of this table alone, with literals and parameters as"
                    + " values, and leave the lookup table to Shardkit."),
    DATABASE_REFUSED(
            2054,
            Kind.NOT_SUPPORTED,
            "A database refused what was made of the statement",
            "Correct the statement if one database would refuse it as well; else restrict it to one shard."),
    FOREIGN_KEY_APART(
            2052,
            Kind.NOT_SUPPORTED,
            "A foreign key refers to rows that may lie in another actual table",
            "Bind the two tables by sharding columns that are part of the key, make the other one a broadcast table, or"
                    + " leave the key out."),
    UNEXPECTED_FAILURE(
            2060,
            Kind.STATE,
            "Reading or planning the statement failed unexpectedly",
            "See the cause: an algorithm of the application, or a fault of Shardkit, which is worth a report. Until it is"
                    + " mended write the statement in another form."),

    CATALOG_APART(
            2062,
            Kind.NOT_SUPPORTED,
            "A query of the database's catalog would miss tables that have no part on the default data source",
            "Query information_schema.tables, columns and others that name the table of each row, or pg_tables and pg_indexes,"
                    + " which tell of all tables; name a table of the default data source; or ask"
                    + " java.sql.DatabaseMetaData."),

    // 3xxx: values
    KEY_NOT_CONVERTIBLE(
            3001,
            Kind.DATA,
            "A value for a sharding column cannot be converted exactly to the column's type",
            "Pass a value of the column's own type."),
    KEY_IS_NULL(3002, Kind.DATA, "A sharding column is given NULL", "Give every row a value for its sharding columns."),
    KEY_TYPE_NOT_SUPPORTED(
            3003,
            Kind.NOT_SUPPORTED,
            "The algorithm cannot work on a sharding column of this type",
            "Use an algorithm that fits the column's type; a text needs a binary collation, such as utf8mb4_bin."),
    BAD_SHARD(3004, Kind.DATA, "An algorithm returned a shard that does not exist", "Correct the algorithm."),
    LIMIT_NOT_A_NUMBER(
            3005,
            Kind.DATA,
            "LIMIT or OFFSET is not a whole number of zero or more",
            "Pass a whole number of zero or more."),
    PARAMETER_MISSING(
            3006, Kind.DATA, "A parameter of the statement is not set", "Set every parameter before executing."),
    NUMBER_OUT_OF_RANGE(
            3007,
            Kind.DATA,
            "A sum over the shards does not fit into its type",
            "Cast the summed column to a wider type."),
    KEY_NOT_GENERATED(
            3008,
            Kind.STATE,
            "A key generator failed",
            "See the cause; a clock that was set back has to catch up first, and a column has to hold every key."),
    DUPLICATE_KEY(
            3009,
            Kind.CONSTRAINT,
            "A row in another shard has the unique key of a row to insert",
            "Insert another key; see sharding.unique-keys.without-sharding-column."),
    KEY_OUTSIDE(
            3010,
            Kind.DATA,
            "No actual table takes rows with this value of a sharding column",
            "Write a value that the algorithm places, or extend the algorithm and the actual tables."),
    CLOCK_STEPPED_BACK(
            3011,
            Kind.STATE,
            "The clock stepped back, and a key might be made twice",
            "Wait until the clock has caught up, and keep it from stepping; see max-tolerate-time-difference-milliseconds."),
    WORKER_ID_NOT_HELD(
            3012,
            Kind.STATE,
            "The generator holds no worker id",
            "See that the table of worker ids can be reached, and that one is free."),
    NO_KEY_BLOCK(
            3013,
            Kind.STATE,
            "A block of keys is used up, and there is no other",
            "See that the table of blocks can be reached; larger blocks last longer."),
    KEY_OF_ANOTHER_SHARD(
            3014,
            Kind.DATA,
            "A key holds another shard than that of its row, which would not be found by it",
            "Leave the key to the generator, or write one that holds the shard of the row."),
    HINT_CONTRADICTED(
            3020,
            Kind.DATA,
            "A hint names other units than the statement",
            "Leave out the hint, or the values of sharding columns that name other units."),
    HINT_MISSING(
            3021,
            Kind.DATA,
            "A row is placed by a hint, and there is none",
            "Open a ShardingHint with the sharding value of the table around the statement."),
    HINT_INVALID(
            3022,
            Kind.DATA,
            "A hint names no place that there is",
            "Name a data source of sharding.data-sources, or a value that the algorithm of the strategy places."),
    TABLE_MISSING(
            3023,
            Kind.DATA,
            "The actual table for a row is not there yet",
            "Create it like the others, or set auto-create of the table."),
    TABLES_GREW(
            3024,
            Kind.TRANSACTION,
            "Actual tables came to be while the statement ran",
            "Run it again; a transaction that it left half done has to be rolled back first."),

    // 4xxx: execution
    TABLE_NOT_FOUND(
            4001,
            Kind.SYNTAX,
            "A table does not exist on its data source",
            "Create the table, or correct sharding.tables."),
    SCHEMA_DRIFT(
            4002,
            Kind.STATE,
            "The shards answer with different columns",
            "Give the actual tables of a logical table the same columns."),
    BROADCAST_DIVERGED(
            4003,
            Kind.STATE,
            "The data sources report different counts for one write of a broadcast table",
            "Compare the copies of the table and repair them."),
    INTERRUPTED(
            4004, Kind.STATE, "The thread was interrupted while it waited for the shards", "Run the statement again."),
    SHARDING_COLUMN_NOT_FOUND(
            4005,
            Kind.SYNTAX,
            "A table lacks its sharding column",
            "Correct sharding-column in the table's strategy, or add the column to the actual tables."),
    NO_CONNECTION(
            4006,
            Kind.TIMEOUT,
            "A data source gave no connection in time",
            "Run it again; touch data sources in the order in which they are declared, or make the pool larger."),

    // 5xxx: transactions
    CROSS_SOURCE_REFUSED(
            5001,
            Kind.NOT_SUPPORTED,
            "A transaction would write to more than one data source, which is switched off",
            "Keep a transaction on one data source, or set sharding.transaction.cross-source to best-effort or atomic."),
    COMMIT_INCOMPLETE(
            5002,
            Kind.UNRESOLVED,
            "A commit failed on some data sources, and others committed or may have",
            "Compare the named data sources and repair the rows by hand."),
    ROLLBACK_ONLY(
            5003,
            Kind.TRANSACTION,
            "The transaction can only be rolled back, because a statement in it failed",
            "Roll back and run the transaction again."),
    DDL_IN_TRANSACTION(
            5004,
            Kind.NOT_SUPPORTED,
            "DDL among other statements of a batch, in a transaction that it would commit",
            "Run DDL by itself, or with autocommit on."),
    READ_ONLY(
            5005,
            Kind.READ_ONLY,
            "The transaction is read-only",
            "Call setReadOnly(false) before it begins, or leave out what makes it read-only."),
    ATOMIC_SWITCHED_OFF(
            5006,
            Kind.STATE,
            "A transaction asks for an atomic commit, for which nothing is prepared",
            "Set sharding.transaction.atomic.enabled to true."),
    COMMIT_UNDECIDED(
            5007,
            Kind.UNRESOLVED,
            "No answer came to the decision of an atomic commit: all data sources have committed, or none",
            "Look at what the transaction wrote before it is run again; the data sources come to the same end by themselves."),
    COMMIT_OVERTAKEN(
            5008,
            Kind.TRANSACTION,
            "An atomic commit took so long that the transaction was rolled back as abandoned",
            "Run it again; if that happens often, raise sharding.transaction.atomic.recover-after."),
    NOT_PREPARABLE(
            5009,
            Kind.NOT_SUPPORTED,
            "An atomic transaction needs temporary tables on several data sources, which cannot be prepared with them",
            "Gather rows on one data source only, or outside the transaction; MySQL allows it where the user may set"
                    + " xa_detach_on_prepare."),
    ATOMIC_LACKING(
            5010,
            Kind.CONFIGURATION,
            "A database cannot take part in atomic commits",
            "Give it what it lacks, or set sharding.transaction.cross-source to best-effort."),
    MANAGED_TRANSACTION(
            5030,
            Kind.STATE,
            "The transaction is a transaction manager's, and does not begin or end by the connection",
            "End it there, as by UserTransaction or by leaving the @Transactional method; it has no savepoints."),

    RULE_CHANGED(
            5015,
            Kind.SERIALIZATION,
            "The rule changed while the transaction was open: a table was moved or altered, or a data source joined",
            "Run the transaction again, from its beginning."),
    NO_REPLICA(
            5011,
            Kind.UNAVAILABLE,
            "No replica can answer",
            "Look at the replicas, or set sharding.replicas.without-replica to primary."),
    REPLICA_SNAPSHOT(
            5012,
            Kind.NOT_SUPPORTED,
            "A read-only transaction that a replica has answered needs the primary, whose rows are of another moment",
            "Run the transaction in ShardingHint.primaryOnly()."),

    DATA_SOURCE_DOWN(
            5013,
            Kind.UNREACHABLE,
            "A data source cannot be reached, or does not fit the others",
            "Look at its database; it is tried again all the time, and used as soon as it answers."),
    TOO_MANY_WAITING(
            5014,
            Kind.UNREACHABLE,
            "Too many threads wait for a connection to a data source",
            "Look at what holds its connections, or raise sharding.guard.max-waiting."),

    // 6xxx: use of the JDBC interfaces
    CLOSED(6001, Kind.STATE, "The object is closed", "Use an open one."),
    UNSUPPORTED_JDBC(
            6002,
            Kind.NOT_SUPPORTED,
            "This JDBC feature is not supported",
            "Use the data source itself, through its own pool, for it."),
    INVALID_ARGUMENT(6003, Kind.STATE, "An argument is out of range", "Correct the argument."),
    NOT_A_QUERY(6004, Kind.STATE, "The statement returns no rows", "Use executeUpdate or execute."),
    IS_A_QUERY(6005, Kind.STATE, "The statement returns rows", "Use executeQuery or execute."),
    VALUE_NOT_CONVERTIBLE(
            6006,
            Kind.DATA,
            "A value cannot be converted to the requested type",
            "Read it with the getter of its own type."),
    NO_CURRENT_ROW(6007, Kind.STATE, "The result set is not on a row", "Call next first."),
    SHARDING_KEY_LEFT(
            6008,
            Kind.LEFT_OVER,
            "The connection has a sharding key from before its warnings were cleared, as pools do when they take one back",
            "Set null before a connection is given back, and a key after its warnings are cleared.");

    /** Decides the JDBC exception class and the SQLState class. */
    enum Kind {
        CONFIGURATION("HY000"),
        NOT_SUPPORTED("0A000"),
        SYNTAX("42000"),
        DATA("22000"),
        /** As a database tells of a unique key that is taken. */
        CONSTRAINT("23505"),
        STATE("HY000"),
        TRANSACTION("40000"),
        /** As the databases tell of a transaction that is to be run again. */
        SERIALIZATION("40001"),
        /** As the databases tell of a write in a read-only transaction. */
        READ_ONLY("25006"),
        /** Transaction resolution unknown; not to be tried again. */
        UNRESOLVED("08007"),
        TIMEOUT("HYT00"),
        /** A connection that cannot be used as it is: pools close one of which they are told so. */
        LEFT_OVER("08003"),
        /** A database cannot be reached now. */
        UNREACHABLE("08001"),
        /** A resource is not there now. */
        UNAVAILABLE("57000");

        final String sqlState;

        Kind(String sqlState) {
            this.sqlState = sqlState;
        }
    }

    private final int number;
    private final Kind kind;
    private final String reason;
    private final String action;

    ErrorCode(int number, Kind kind, String reason, String action) {
        this.number = number;
        this.kind = kind;
        this.reason = reason;
        this.action = action;
    }

    /** The code as it stands in messages, such as {@code SK-2011}. */
    public String code() {
        return "SK-" + number;
    }

    /** The digits of the code; also {@link SQLException#getErrorCode()}. */
    public int number() {
        return number;
    }

    /** The SQLState that the exception carries. */
    public String sqlState() {
        return kind.sqlState;
    }

    /** Returns what happened, in one sentence without a full stop. */
    public String reason() {
        return reason;
    }

    /** Returns what to do about it. */
    public String action() {
        return action;
    }

    /** The kind of exception that tells of it. */
    Kind kind() {
        return kind;
    }

    /** The whole message: code, reason, detail, action. */
    public String message(String detail) {
        return message(detail, action);
    }

    /** The whole message with something else to do: code, reason, detail, action. */
    public String message(String detail, String action) {
        return code() + ": " + reason + (detail.isEmpty() ? "" : ": " + detail) + ". " + action;
    }
}
