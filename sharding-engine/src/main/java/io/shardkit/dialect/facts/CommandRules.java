package io.shardkit.dialect.facts;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which statements about sessions and the server a database has, and in which forms. Immutable. */
public interface CommandRules {
    /** Whether DO evaluates expressions. */
    boolean hasDo();

    /** Whether SHOW tells of tables and columns, and not of settings alone. */
    boolean showsTables();

    /** Whether SHOW has FULL, CREATE TABLE, INDEX and patterns. */
    boolean showsDetails();

    /** Whether DESCRIBE shows a table or explains a statement, as EXPLAIN does. */
    boolean hasDescribe();

    /** Whether ANALYZE before a statement runs and explains it. */
    boolean hasAnalyze();

    /** Whether EXPLAIN has its options in parentheses. */
    boolean explainHasOptionList();

    /** Whether EXPLAIN may say its format by an equals sign. */
    boolean explainHasFormat();

    /** Whether PLAN FOR may follow EXPLAIN. */
    boolean explainHasPlanFor();

    /** Whether one SET may assign several settings. */
    boolean setsSeveral();

    /** Whether SET NAMES sets the characters of the session. */
    boolean setsNames();

    /** Whether SET assigns variables of the user. */
    boolean setsVariables();

    /** Whether SESSION may follow SET. */
    boolean setHasSession();

    /** Whether TO may stand for the equals sign of SET. */
    boolean setHasTo();

    /** Whether SET may leave the equals sign out. */
    boolean setHasNoSign();

    /** Whether any word may be the value of a setting. */
    boolean settingsAreWords();

    /** Whether the setting {@code sql_mode} holds the modes of a session. */
    boolean hasSqlMode();

    /** Whether SET ROLE, SET TIME ZONE and RESET are known. */
    boolean hasRolesAndReset();

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

    /** What SHOW lists, in upper case, of which only a part is on one database, or that the statement before left. */
    Set<String> shownFromAll();

    /** Settings, in lower case, of which the value is names: where those without a schema are looked for. */
    Set<String> schemaSettings();

    /** What SET, in lower case, changes for all sessions of a database, and commits as DDL does. */
    default Set<String> sharedSettings() {
        return Set.of();
    }

    /** Views, in upper case, whose UPDATE gives settings of the session values as SET does. */
    default Set<String> writableSettings() {
        return Set.of();
    }

    /** Whether types and routines are dropped with CASCADE, without which nothing goes that something depends on. */
    default boolean dropsByCascade() {
        return false;
    }

    /** How a database runs a text of several statements, which semicolons separate. */
    enum SeveralStatements {
        /** One after the other, each with its answer. */
        ONE_AFTER_THE_OTHER,
        /** All in one transaction, where no transaction is open. */
        IN_ONE_TRANSACTION,
        /** One after the other, of which only the first shows its answer. */
        WITH_ONE_ANSWER
    }

    /** How a text of several statements runs. */
    SeveralStatements severalStatements();

    /**
     * A text of several statements that do nothing, which fails where the driver is not told to allow such texts: they are
     * what an injected statement needs, too. Null if none has to allow them.
     */
    default @Nullable String severalStatementsProbe() {
        return null;
    }

    /** Whether SET may give a setting what a variable of the user has, and the other way round. */
    boolean setCopiesVariables();

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
}
