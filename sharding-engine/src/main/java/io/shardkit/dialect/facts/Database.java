package io.shardkit.dialect.facts;

import io.shardkit.dialect.branch.TwoPhase;

/**
 * The facts of one database. Immutable.
 *
 * @param text its tokens
 * @param clauses its forms of clauses and operators
 * @param commands its statements about sessions and the server
 * @param transactionWords its statements about transactions
 * @param transactions what is special about its transactions
 * @param twoPhase how the database commits in two phases
 * @param clock the clocks of its sessions
 * @param sqlModes the modes of its sessions
 * @param temporaryTables the temporary tables of its sessions
 * @param tableCopies how the database makes a table like another one
 * @param replicas what the database says of its replication
 * @param results what the database shows in results
 * @param catalog its catalog and its types
 * @param grammars the grammars by which the parser reads its statements
 */
public record Database(
        TextRules text,
        ClauseRules clauses,
        CommandRules commands,
        TransactionWords transactionWords,
        Transactions transactions,
        TwoPhase twoPhase,
        Clock clock,
        SqlModes sqlModes,
        TemporaryTables temporaryTables,
        TableCopies tableCopies,
        ReplicaRules replicas,
        ResultRules results,
        CatalogRules catalog,
        Grammars grammars) {}
