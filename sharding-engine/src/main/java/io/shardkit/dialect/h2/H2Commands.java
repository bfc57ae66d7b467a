package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.CommandRules;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Statements of H2 about sessions and the server. */
final class H2Commands implements CommandRules {
    @Override
    public boolean explainHasPlanFor() {
        return true;
    }

    @Override
    public boolean setHasSession() {
        return false;
    }

    @Override
    public boolean setHasNoSign() {
        return true;
    }

    @Override
    public Set<String> harmlessSettings() {
        return Set.of("schema");
    }

    /** Its modes have the statements of other databases. */
    @Override
    public Set<String> connectionStatements() {
        return Set.of("BEGIN", "COMMIT", "RELEASE", "ROLLBACK", "SAVEPOINT", "SET", "START", "USE");
    }

    @Override
    public Set<String> statementsOfUnknownTables() {
        return Set.of("RUNSCRIPT", "SHUTDOWN");
    }

    @Override
    public Set<String> lastStatementFunctions() {
        return Set.of("IDENTITY", "LASTVAL", "LAST_INSERT_ID", "SCOPE_IDENTITY");
    }

    @Override
    public Set<String> lastStatementVariables() {
        return Set.of("@@IDENTITY");
    }

    @Override
    public Set<String> shownFromAll() {
        return Set.of("TABLES");
    }

    @Override
    public SeveralStatements severalStatements() {
        return SeveralStatements.WITH_ONE_ANSWER;
    }

    @Override
    public Set<String> schemaSettings() {
        return Set.of("schema");
    }

    @Override
    public Set<String> sharedSettings() {
        return Set.of("referential_integrity");
    }

    @Override
    public @Nullable String restoringQuery(String setting) {
        return setting.equals("schema") ? "SELECT 'SET SCHEMA \"' || REPLACE(SCHEMA(), '\"', '\"\"') || '\"'" : null;
    }
}
