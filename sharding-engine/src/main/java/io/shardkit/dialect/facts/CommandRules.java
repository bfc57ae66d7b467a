package io.shardkit.dialect.facts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statements about sessions and the server that a database has, and their forms. Immutable. */
public interface CommandRules {
    /** Returns true if DO evaluates expressions. */
    default boolean hasDo() {
        return false;
    }

    /** Returns true if SHOW tells of tables and columns, and not of settings alone. */
    default boolean showsTables() {
        return true;
    }

    /** Returns true if SHOW has FULL, CREATE TABLE, INDEX and patterns. */
    default boolean showsDetails() {
        return false;
    }

    /** Returns true if DESCRIBE shows a table or explains a statement, as EXPLAIN does. */
    default boolean hasDescribe() {
        return false;
    }

    /** Returns true if ANALYZE before a statement runs and explains it. */
    default boolean hasAnalyze() {
        return false;
    }

    /** Returns true if EXPLAIN has its options in parentheses. */
    default boolean explainHasOptionList() {
        return false;
    }

    /** Returns true if EXPLAIN may give its format with an equals sign. */
    default boolean explainHasFormat() {
        return false;
    }

    /** Returns true if PLAN FOR may follow EXPLAIN. */
    default boolean explainHasPlanFor() {
        return false;
    }

    /** Returns true if one SET may assign several settings. */
    default boolean setsSeveral() {
        return false;
    }

    /** Returns true if SET NAMES sets the character set of the session. */
    default boolean setsNames() {
        return false;
    }

    /** Returns true if SET assigns variables of the user. */
    default boolean setsVariables() {
        return true;
    }

    /** Returns true if SESSION may follow SET. */
    default boolean setHasSession() {
        return true;
    }

    /** Returns true if TO may stand for the equals sign of SET. */
    default boolean setHasTo() {
        return false;
    }

    /** Returns true if SET may leave the equals sign out. */
    default boolean setHasNoSign() {
        return false;
    }

    /** Returns true if any word may be the value of a setting. */
    default boolean settingsAreWords() {
        return false;
    }

    /** Returns true if the setting {@code sql_mode} holds the modes of a session. */
    default boolean hasSqlMode() {
        return false;
    }

    /** Returns true if SET ROLE, SET TIME ZONE and RESET are known. */
    default boolean hasRolesAndReset() {
        return false;
    }

    /**
     * Asks for the statement that gives a setting the value which the session has now, to run that later.
     *
     * @param setting its name in lower case, of letters, digits, underscores and dots
     * @return null if no such question is known
     */
    @Nullable String restoringQuery(String setting);

    /** The first words, in upper case, of statements to the transaction or the state of the connection. */
    Set<String> connectionStatements();

    /** The first words, in upper case, of statements that do not say which tables they are about. */
    Set<String> statementsOfUnknownTables();

    /** Functions, in upper case, that without arguments tell of the statement before. */
    Set<String> lastStatementFunctions();

    /** The same of variables, also of the transaction, which may have begun later there than the logical one. */
    Set<String> lastStatementVariables();

    /**
     * Returns the lists of SHOW, in upper case, of which one database has only a part, or which depend on the statement
     * before.
     */
    Set<String> shownFromAll();

    /** Settings, in lower case, of which the value is names: where those without a schema are looked for. */
    Set<String> schemaSettings();

    /** Returns the settings, in lower case, that SET changes for all sessions of a database, with a commit as for DDL. */
    default Set<String> sharedSettings() {
        return Set.of();
    }

    /** Views, in upper case, whose UPDATE gives settings of the session values as SET does. */
    default Set<String> writableSettings() {
        return Set.of();
    }

    /**
     * Returns true if types and routines are dropped with CASCADE, without which nothing is dropped that something
     * depends on.
     */
    default boolean dropsByCascade() {
        return false;
    }

    /** The way in which a database runs several statements that are sent as one string, separated by semicolons. */
    enum SeveralStatements {
        /** One after the other, each with its answer. */
        ONE_AFTER_THE_OTHER,
        /** All in one transaction, where no transaction is open. */
        IN_ONE_TRANSACTION,
        /** One after the other, of which only the first shows its answer. */
        WITH_ONE_ANSWER
    }

    /** Returns the way in which several statements sent as one string run. */
    SeveralStatements severalStatements();

    /**
     * Returns several statements in one string that do nothing, and fail where the driver is not told to allow such
     * strings: they are what an injected statement needs, too. Null if no driver has to allow them.
     */
    default @Nullable String severalStatementsProbe() {
        return null;
    }

    /** Returns true if SET may copy the value of a user variable to a setting, and the other way round. */
    default boolean setCopiesVariables() {
        return false;
    }

    /**
     * The literals, in lower case and without quotes, that a setting may be given where others would change what a
     * statement means; empty for one of which none is known.
     */
    default Set<String> harmlessValues(String setting) {
        return Set.of();
    }

    /**
     * The settings, in lower case, that change nothing of how SQL is read, and of what values mean nothing that they would
     * not change alike on each data source.
     */
    Set<String> harmlessSettings();

    /**
     * A sentence, after a blank, on how the programs that dump a database run over several servers; empty if they lock no
     * tables.
     */
    default String dumpAdvice() {
        return "";
    }
}
