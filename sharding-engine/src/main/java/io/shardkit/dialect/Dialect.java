package io.shardkit.dialect;

import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.CatalogRules;
import io.shardkit.dialect.facts.ClauseRules;
import io.shardkit.dialect.facts.Clock;
import io.shardkit.dialect.facts.ColumnFacts;
import io.shardkit.dialect.facts.ColumnTypes;
import io.shardkit.dialect.facts.CommandRules;
import io.shardkit.dialect.facts.Database;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.Grammars;
import io.shardkit.dialect.facts.NameKind;
import io.shardkit.dialect.facts.NullOrder;
import io.shardkit.dialect.facts.ReplicaRules;
import io.shardkit.dialect.facts.ResultRules;
import io.shardkit.dialect.facts.SqlModes;
import io.shardkit.dialect.facts.TableCopies;
import io.shardkit.dialect.facts.TemporaryTables;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.dialect.facts.TextRules;
import io.shardkit.dialect.facts.TransactionWords;
import io.shardkit.dialect.facts.Transactions;
import io.shardkit.dialect.h2.H2Database;
import io.shardkit.dialect.mysql.MysqlDatabases;
import io.shardkit.dialect.postgresql.PostgresqlDatabase;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.math.BigDecimal;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The supported databases, with the facts in which they differ. */
public enum Dialect {
    MYSQL(MysqlDatabases.MYSQL, "mysql"),
    MARIADB(MysqlDatabases.MARIADB, "mariadb"),
    POSTGRESQL(PostgresqlDatabase.POSTGRESQL, "postgresql"),
    H2(H2Database.H2, "h2database");

    @SuppressWarnings("ImmutableEnumChecker") // its parts have no state, which only annotations could tell the compiler
    private final Database database;

    private final String systemName;

    Dialect(Database database, String systemName) {
        this.database = database;
        this.systemName = systemName;
    }

    /** The name of the product in OpenTelemetry's conventions, their {@code db.system.name}. */
    public String systemName() {
        return systemName;
    }

    /**
     * The dialect of the product that a connection reaches.
     *
     * @param own what the connection says of it
     * @throws SQLException with {@link ErrorCode#UNKNOWN_DATABASE} for any other product
     */
    public static Dialect of(DatabaseMetaData own) throws SQLException {
        String product = own.getDatabaseProductName();
        return switch (product.toLowerCase(Locale.ROOT)) {
            // Connector/J calls MariaDB so too.
            case "mysql" -> isMariaDb(own.getDatabaseProductVersion()) ? MARIADB : MYSQL;
            case "mariadb" -> MARIADB;
            case "postgresql" -> POSTGRESQL;
            case "h2" -> H2;
            default -> throw ShardingExceptions.of(ErrorCode.UNKNOWN_DATABASE, product);
        };
    }

    private static boolean isMariaDb(@Nullable String version) {
        return version != null && version.toLowerCase(Locale.ROOT).contains("mariadb");
    }

    /** Its tokens. */
    public TextRules text() {
        return database.text();
    }

    /** Its forms of clauses and operators. */
    public ClauseRules clauses() {
        return database.clauses();
    }

    /** Its statements about sessions and the server. */
    public CommandRules commands() {
        return database.commands();
    }

    /** Its statements about transactions. */
    public TransactionWords transactionWords() {
        return database.transactionWords();
    }

    /** Returns the rules for what the database shows in results. */
    public ResultRules results() {
        return database.results();
    }

    /** Its catalog and its types. */
    public CatalogRules catalog() {
        return database.catalog();
    }

    /** The grammars that the parser reads its statements by. */
    public Grammars grammars() {
        return database.grammars();
    }

    /** Returns the rules of the database's transactions. */
    public Transactions transactions() {
        return database.transactions();
    }

    /** Returns the statements by which the database commits in two phases. */
    public TwoPhase twoPhase() {
        return database.twoPhase();
    }

    /** The clocks of its sessions. */
    public Clock clock() {
        return database.clock();
    }

    /** The modes of its sessions. */
    public SqlModes sqlModes() {
        return database.sqlModes();
    }

    /** The temporary tables of its sessions. */
    public TemporaryTables temporaryTables() {
        return database.temporaryTables();
    }

    /** Returns the statements by which the database makes a table like another one. */
    public TableCopies tableCopies() {
        return database.tableCopies();
    }

    /** Returns the rules for what the database says of its replication. */
    public ReplicaRules replicas() {
        return database.replicas();
    }

    /**
     * Returns the position at which NULL sorts when the statement does not say, if no setting of the database decides
     * otherwise.
     */
    public NullOrder nullOrder() {
        return database.results().nullOrder();
    }

    /**
     * Asks whether NULL comes first in ascending order, and whether in descending order; null where that is no setting
     * of the database.
     */
    public @Nullable String nullOrderQuery() {
        return database.results().nullOrderQuery();
    }

    /** Returns true if a common table expression hides the table of its name; in H2 the table hides the expression. */
    public boolean commonTablesHideTables() {
        return database.clauses().commonTablesHideTables();
    }

    /**
     * Returns true if two tables of one schema cannot both have the name. MySQL and MariaDB use the name of a unique
     * constraint as that of its index, and InnoDB has one name space for the foreign keys of a schema.
     */
    public boolean isNamePerSchema(NameKind kind) {
        return database.catalog().isNamePerSchema(kind);
    }

    /** Returns true if the name of an index tells which table of the schema it belongs to. */
    public boolean indexNamesPerSchema() {
        return database.catalog().indexNamesPerSchema();
    }

    /** Returns the number of bytes, in UTF-8, that a name of any kind may always have. */
    public int longestName() {
        return database.catalog().longestName();
    }

    /** Asks for the table and the name of each index and constraint of the schema. */
    public String definedNamesQuery() {
        return database.catalog().definedNamesQuery();
    }

    /**
     * Returns true if a string that an application sends as {@link java.sql.Types#CHAR} is compared without its trailing
     * blanks, and without those of the column's value.
     */
    public boolean padsCharParameters() {
        return database.catalog().padsCharParameters();
    }

    /** The character that quotes identifiers. */
    public String quote() {
        return database.catalog().quote();
    }

    /**
     * The quotient of a sum and a count, digit by digit as this database's AVG gives it.
     *
     * @param sum exact; its scale is the one in which the database gives the sum
     * @param reportedPrecision of the AVG column in the result's metadata
     * @param reportedScale of the AVG column in the result's metadata
     */
    public BigDecimal average(BigDecimal sum, long count, int reportedPrecision, int reportedScale) {
        return database.results().average(sum, count, reportedPrecision, reportedScale);
    }

    /** Asks for name, type, NULL-ability, collation, default, extras and definition of the columns of the table that is its parameter. */
    public String columnsQuery() {
        return database.catalog().columnsQuery();
    }

    /**
     * Asks for the name of each unique key of the table that is its parameter, each of its columns, and whether it is
     * the primary key; the column is NULL where the key compares something else than the whole value of a column for
     * equality. Last, whether it compares by the column's own collation and takes no NULL for equal to another.
     */
    public String uniqueKeysQuery() {
        return database.catalog().uniqueKeysQuery();
    }

    /** Returns the meaning of a type, a collation and a definition, as {@link #columnsQuery()} reports them. */
    public ColumnFacts column(String type, @Nullable String collation, String definition) {
        return database.catalog().column(type, collation, definition);
    }

    /**
     * Returns how the database fills a column with this default and these extras, as {@link #columnsQuery()} reports
     * them.
     */
    public Filling filling(@Nullable String defaultValue, @Nullable String extras) {
        return database.catalog().filling(defaultValue, extras);
    }

    /**
     * Returns the expression to select for a column, given its quoted name and its type, so that its {@link Carrier} gets
     * all of the value.
     */
    public String carried(String column, String type) {
        return database.catalog().carried(column, type);
    }

    /**
     * A query of the catalog, one of {@link io.shardkit.dialect.facts.CatalogRules}, for another schema than that of the
     * connection.
     *
     * @param schema its name in any case, or null for that of the connection
     */
    public String inSchema(String query, @Nullable String schema) {
        if (schema == null) {
            return query;
        }
        String named = "(SELECT SCHEMA_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE LOWER(SCHEMA_NAME) = "
                + literal(schema.toLowerCase(Locale.ROOT)) + " ORDER BY SCHEMA_NAME LIMIT 1)";
        return query.replace(database.catalog().schemaTerm(), named);
    }

    /** The name in quotes. */
    public String quoted(String name) {
        return quote() + name + quote();
    }

    /** A text as a literal that means the same in every mode of a session. */
    public String literal(String text) {
        return database.catalog().literal(text);
    }

    /** Returns true if the values of a type, as strings, are literals without quotes. */
    public boolean writesBare(String type) {
        return database.catalog().writesBare(type);
    }

    /**
     * Returns true if a name in ORDER BY means the first select item that has it as its alias or is a column of that
     * name.
     */
    public boolean ordersByColumnsDespiteAliases() {
        return database.clauses().ordersByColumnsDespiteAliases();
    }

    /** Returns the expression for a whole number as a number of the type that COUNT has. */
    public String asCount(String number) {
        return database.results().asCount(number);
    }

    /** Returns true if the sum of a column of whole numbers, but for a BIGINT, has the type that COUNT has. */
    public boolean sumsToCounts() {
        return database.results().sumsToCounts();
    }

    /**
     * Returns the expression for AVG of exact numbers, with its digits and its type but for digits before the point; null
     * if there is none.
     *
     * @param sum expression for the sum of the numbers
     * @param count expression for how many they are
     */
    public @Nullable String averageOf(String sum, String count) {
        return database.results().averageOf(sum, count);
    }

    /**
     * Returns true if MIN and MAX of a column, as values of a table that is made of them, have another form than the column
     * and its extremes have: without the blanks or the zeros that fill them up.
     *
     * @param typeName the database's name of the column's type
     * @param definition its type, length and collation
     */
    public boolean extremesLoseForm(String typeName, String definition) {
        return database.results().extremesLoseForm(typeName, definition);
    }

    /** Returns true if the types of two numbers decide how many digits their quotient has, and not their values and scales. */
    public boolean dividesByPrecision() {
        return database.results().dividesByPrecision();
    }

    /** Returns true if the metadata of MIN and MAX differ between groups and all rows: a TINYINT(1) as a boolean. */
    public boolean groupsChangeExtremes() {
        return database.results().groupsChangeExtremes();
    }

    /** Returns true if a computed column without an alias is labelled with its SQL as it was written. */
    public boolean labelsByText() {
        return database.clauses().labelsByText();
    }

    /** The function that gives the weights of a text; see {@link TextOrder#byWeights}. */
    public String weightFunction() {
        return "WEIGHT_STRING";
    }

    /** Returns true if values that are carried as text are written faster as literals than as parameters. */
    public boolean writesLiterals() {
        return database.results().writesLiterals();
    }

    /** The function, in upper case, that tells the key which the session's last INSERT generated. */
    public String lastKeyFunction() {
        return database.clauses().lastKeyFunction();
    }

    /** The label of a column that is a call of this function, which is written so in the statement. */
    public String lastKeyLabel(String function) {
        return database.clauses().lastKeyLabel(function);
    }

    /**
     * Returns the type to which values of a column must be cast for their SUM to be the one from which the database
     * computes their AVG; null if it is that of the column itself.
     */
    public @Nullable String typeOfAveragedSum(String definition) {
        return database.results().typeOfAveragedSum(definition);
    }

    public boolean sumsUnroundedQuotients() {
        return database.results().sumsUnroundedQuotients();
    }

    /**
     * Returns true if the database shows, of several equal spellings of a string, the one in the row that it finds first.
     */
    public boolean showsFirstSpelling() {
        return database.results().showsFirstSpelling();
    }

    /** Returns true if GROUP BY the primary key of a table allows its other columns to be selected. */
    public boolean groupsByPrimaryKey() {
        return database.clauses().groupsByPrimaryKey();
    }

    /** Returns true if HAVING may name a select item by its alias. */
    public boolean hasAliasesInHaving() {
        return database.clauses().hasAliasesInHaving();
    }

    /** Returns true if values of the type are added up without a loss, in any order. */
    public boolean addsExactly(String type) {
        return ColumnTypes.addsExactly(type);
    }

    /** Returns true if two equal values of the column are the same in every respect. */
    public boolean isEqualOnlyToItself(String type, String definition, TextOrder text) {
        return ColumnTypes.isEqualOnlyToItself(type, definition, text)
                || database.catalog().storesOneLength(type, definition);
    }

    /** Returns true if two equal values of the column may be different strings. */
    public boolean hasSpellings(String definition, TextOrder text) {
        return database.catalog().hasSpellings(definition, text);
    }

    /** Returns true if values of the type compare by a collation of their own. */
    public boolean isCollated(String type) {
        return database.catalog().isCollated(type);
    }

    /** Returns true if the least value of a column depends on whether an index is used. */
    public boolean hasTwoOrders(String definition) {
        return database.catalog().hasTwoOrders(definition);
    }

    /** Returns true if the spellings of values of a column of this type can be told apart by {@link #bytes}. */
    public boolean comparesBytes(String type) {
        return database.catalog().comparesBytes(type);
    }

    /** Returns an expression that is equal for two strings only if they have the same bytes. */
    public String bytes(String column) {
        return "CAST(" + column + " AS BINARY)";
    }

    /**
     * Returns true if reads of several tables are put together by UNION ALL: worth it where a statement is a round trip,
     * which it is not in H2's own process.
     */
    public boolean joinsReads() {
        return database.results().joinsReads();
    }

    /**
     * Returns true if a connection can stream the rows of only one statement at a time, and holds the rows of others in
     * memory.
     */
    public boolean streamsOneResult() {
        return database.results().streamsOneResult();
    }

    /** Returns true if a column of this type and definition shows the same in a UNION ALL of equal columns as alone. */
    public boolean keepsInUnion(String type, String definition) {
        return ColumnTypes.keepsInUnion(type, definition);
    }

    /**
     * Returns true if the failure of a UNION ALL of reads may be one that the reads alone would not have: of its SQL, its
     * types or its size. Any other failure, such as a cancel or a lost connection, is one of the execution.
     */
    public boolean isOfText(SQLException failure) {
        return database.results().isOfText(failure);
    }

    /** Returns true if the SQLState says that there is no column of a name. */
    public boolean isUnknownColumn(@Nullable String sqlState) {
        return database.results().isUnknownColumn(sqlState);
    }

    /** Returns true if the SQLState says that a table would have two columns of one name. */
    public boolean isDuplicateColumn(@Nullable String sqlState) {
        return database.results().isDuplicateColumn(sqlState);
    }

    /** Returns true if the failure says that a column is not among the group keys, which a primary key may allow. */
    public boolean isUngroupedColumn(SQLException failure) {
        return database.results().isUngroupedColumn(failure);
    }
}
