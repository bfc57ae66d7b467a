package io.shardkit.dialect.mysql;

import io.shardkit.dialect.facts.Database;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.dialect.facts.Grammars;

/** MySQL, and MariaDB, which does most things as MySQL does. */
public final class MysqlDatabases {
    public static final Database MYSQL = new Database(
            new MysqlText(),
            new MysqlClauses(),
            new MysqlCommands(),
            new MysqlTransactionWords(),
            new MysqlTransactions(),
            MysqlTwoPhase.mysql(),
            new MysqlClock(),
            new MysqlSqlModes(),
            new MysqlTemporaryTables(),
            new MysqlTableCopies(),
            new MysqlReplicas(),
            new MysqlResults(),
            new MysqlCatalog(),
            Grammars.of(Grammar.MYSQL));

    public static final Database MARIADB = new Database(
            new MariadbText(),
            new MariadbClauses(),
            new MariadbCommands(),
            new MysqlTransactionWords(),
            new MysqlTransactions(),
            MysqlTwoPhase.mariadb(),
            new MysqlClock(),
            new MysqlSqlModes(),
            new MariadbTemporaryTables(),
            new MysqlTableCopies(),
            new MariadbReplicas(),
            new MysqlResults(),
            new MariadbCatalog(),
            Grammars.of(Grammar.MYSQL));

    private MysqlDatabases() {}
}
