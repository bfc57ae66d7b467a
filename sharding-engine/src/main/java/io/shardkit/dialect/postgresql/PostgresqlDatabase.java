package io.shardkit.dialect.postgresql;

import io.shardkit.dialect.facts.Database;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.dialect.facts.Grammars;

/** PostgreSQL. */
public final class PostgresqlDatabase {
    public static final Database POSTGRESQL = new Database(
            new PostgresqlText(),
            new PostgresqlClauses(),
            new PostgresqlCommands(),
            new PostgresqlTransactionWords(),
            new PostgresqlTransactions(),
            new PostgresqlTwoPhase(),
            new PostgresqlClock(),
            new PostgresqlModes(),
            new PostgresqlTemporaryTables(),
            new PostgresqlTableCopies(),
            new PostgresqlReplicas(),
            new PostgresqlResults(),
            new PostgresqlCatalog(),
            Grammars.of(Grammar.POSTGRESQL));

    private PostgresqlDatabase() {}
}
