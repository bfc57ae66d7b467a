package io.shardkit.dialect.facts;

import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The rules for what a database and its driver show in results, and for what the engine computes again as they do.
 * Immutable.
 */
public interface ResultRules {
    /**
     * Returns the kind of the values of a column of a result.
     *
     * @param index from 1
     * @param jdbcType as in the metadata
     */
    ValueKind kind(ResultSetMetaData metaData, int index, int jdbcType) throws SQLException;

    /**
     * A floating number as text.
     *
     * @param scale of the column in the result's metadata
     */
    String floatingText(Number value, int scale);

    /**
     * The quotient of a sum and a count, digit by digit as the database's AVG gives it.
     *
     * @param sum exact; its scale is the one in which the database gives the sum
     * @param reportedPrecision of the AVG column in the result's metadata
     * @param reportedScale of the AVG column in the result's metadata
     */
    BigDecimal average(BigDecimal sum, long count, int reportedPrecision, int reportedScale);

    /** Returns true if SUM and AVG add up quotients with more digits than a SUM then shows. */
    default boolean sumsUnroundedQuotients() {
        return false;
    }

    /**
     * The type to which values of a column must be cast for their SUM to be the one from which the database computes
     * their AVG; null if it is that of the column itself.
     *
     * @param definition of the column's type, with its lengths
     */
    @Nullable String typeOfAveragedSum(String definition);

    /**
     * Returns true if the database shows, of several equal spellings of a string, the one in the row that it finds first.
     */
    default boolean showsFirstSpelling() {
        return false;
    }

    /** Returns the expression for a whole number as a number of the type that COUNT has. */
    default String asCount(String number) {
        return "CAST(" + number + " AS BIGINT)";
    }

    /** Returns true if the sum of a column of whole numbers, but for a BIGINT, has the type that COUNT has. */
    default boolean sumsToCounts() {
        return true;
    }

    /**
     * Returns the expression for AVG of exact numbers, with its digits and its type but for digits before the point; null
     * if there is none.
     *
     * @param sum expression for the sum of the numbers
     * @param count expression for how many they are
     */
    default @Nullable String averageOf(String sum, String count) {
        return null;
    }

    /** Returns true if the types of two numbers decide how many digits their quotient has, and not their values and scales. */
    default boolean dividesByPrecision() {
        return false;
    }

    /** Returns true if the metadata of MIN and MAX differ between groups and all rows: a TINYINT(1) as a boolean. */
    default boolean groupsChangeExtremes() {
        return false;
    }

    /**
     * Returns true if MIN and MAX of a column, as values of a table that is made of them, have another form than the column
     * and its extremes have: without the blanks or the zeros that fill them up.
     *
     * @param typeName the database's name of the column's type
     * @param definition its type, length and collation
     */
    default boolean extremesLoseForm(String typeName, String definition) {
        return false;
    }

    /**
     * Returns the position at which NULL sorts when the statement does not say, if no setting of the database decides
     * otherwise.
     */
    default NullOrder nullOrder() {
        return NullOrder.LOW;
    }

    /**
     * Asks whether NULL comes first in ascending order, and whether in descending order; null where that is no setting
     * of the database.
     */
    default @Nullable String nullOrderQuery() {
        return null;
    }

    /** Returns true if values that are carried as text are written faster as literals than as parameters. */
    default boolean writesLiterals() {
        return false;
    }

    /**
     * Returns true if reads of several tables are put together by UNION ALL: worth it where a statement is a round trip,
     * which it is not in H2's own process.
     */
    default boolean joinsReads() {
        return true;
    }

    /**
     * Returns true if a connection can stream the rows of only one statement at a time, and holds the rows of others in
     * memory.
     */
    default boolean streamsOneResult() {
        return false;
    }

    /** Returns true if the SQLState says that there is no column of a name. */
    default boolean isUnknownColumn(@Nullable String sqlState) {
        return "42S22".equals(sqlState);
    }

    /** Returns true if the SQLState says that a table would have two columns of one name. */
    default boolean isDuplicateColumn(@Nullable String sqlState) {
        return "42S21".equals(sqlState);
    }

    /** Returns true if the failure says that a column is not among the group keys, which a primary key may allow. */
    boolean isUngroupedColumn(SQLException failure);

    /**
     * Returns true if the failure of a UNION ALL of reads may be one that the reads alone would not have: of its SQL, its
     * types or its size. Any other failure, such as a cancel or a lost connection, is one of the execution.
     */
    default boolean isOfText(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.matches("(0A|21|22|42|54).*");
    }

    /** The message of a failure without the text of the statement, which some drivers put beside it. */
    default String withoutStatement(String message) {
        return message;
    }
}
