package io.shardkit.dialect.facts;

import java.math.BigDecimal;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** What a database and its driver show in results, and how it computes what is computed again here. Immutable. */
public interface ResultRules {
    /**
     * What the values of a column of a result are.
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

    /** Whether SUM and AVG add up quotients with more digits than a SUM then shows. */
    boolean sumsUnroundedQuotients();

    /** Whether its driver rounds a fraction that is read as a whole number, where the others cut it off. */
    boolean roundsToWhole();

    /** Whether of several spellings of a text that are equal it shows the one in the row that it finds first. */
    boolean showsFirstSpelling();

    /** Whether MIN and MAX of groups are described in another way than those of all rows: a TINYINT(1) as a boolean. */
    boolean groupsChangeExtremes();
}
