package io.shardkit.verify;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.error.ShardingException;
import io.shardkit.rule.SettingNames;
import java.sql.SQLException;
import java.util.List;

/**
 * Something that does not fit between a rule and what a database holds. Immutable.
 *
 * @param severity whether the application can run like this
 * @param dataSource the data source that it was found on; empty if it concerns all
 * @param table the table that it concerns, an actual one if it is about one of them; empty if it is about the database
 * @param message what was found
 * @param advice what to do about it
 * @param property the property that it is told under; empty for none of a table
 */
public record Finding(
        Severity severity, String dataSource, String table, String message, String advice, String property) {

    /** The severity of a finding. */
    public enum Severity {
        /** Statements would fail or answer wrongly. */
        ERROR,
        /** Right as far as it goes, but hardly meant. */
        WARNING,
        /** Right, and as it is before the application has made its tables. */
        NOTE
    }

    static Finding error(String dataSource, String table, String message, String advice) {
        return new Finding(Severity.ERROR, dataSource, table, message, advice, "");
    }

    static Finding note(String table, String message, String advice) {
        return new Finding(Severity.NOTE, "", table, message, advice, "");
    }

    static Finding warning(String dataSource, String table, String message, String advice) {
        return new Finding(Severity.WARNING, dataSource, table, message, advice, "");
    }

    /**
     * Rows that could not be read, for want of a right as it may be.
     *
     * @throws SQLException the failure, if its data source did not answer: it would not answer for the next table either
     */
    static Finding unread(String dataSource, String table, SQLException failure) throws SQLException {
        if (failure instanceof ShardingException) {
            throw failure;
        }
        return warning(
                dataSource,
                table,
                "its rows cannot be looked at: " + failure.getMessage(),
                "Give the user the right to read them, or set sharding.verification to fast");
    }

    /** The same, told under a property. */
    Finding under(String other) {
        return new Finding(severity, dataSource, table, message, advice, other);
    }

    /** The same with these names of settings. */
    Finding in(SettingNames names) {
        return new Finding(
                severity, dataSource, table, names.setting(message), names.setting(advice), names.setting(property));
    }

    /** Returns true if the application cannot run with this finding. */
    public boolean isError() {
        return severity == Severity.ERROR;
    }

    /**
     * Refuses to start if any of the findings is an error.
     *
     * @throws ShardingConfigurationException of the first error, with {@link ErrorCode#VERIFICATION_FAILED}; those of the
     *     others are suppressed in it
     */
    public static void refuseErrors(List<Finding> findings) {
        ShardingConfigurationException first = null;
        for (Finding finding : findings) {
            if (finding.isError()) {
                ShardingConfigurationException failure = finding.failure();
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private ShardingConfigurationException failure() {
        String place = table.isEmpty() ? "sharding.data-sources." + dataSource : "sharding.verification";
        return new ShardingConfigurationException(
                ErrorCode.VERIFICATION_FAILED, property.isEmpty() ? place : property, toString());
    }

    /** As it is logged. */
    @Override
    public String toString() {
        String place = dataSource.isEmpty() || table.isEmpty() ? dataSource + table : dataSource + "." + table;
        return place + ": " + message + ". " + advice;
    }
}
