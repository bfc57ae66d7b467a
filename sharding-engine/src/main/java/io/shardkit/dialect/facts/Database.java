package io.shardkit.dialect.facts;

import io.shardkit.dialect.branch.TwoPhase;
import io.shardkit.dialect.copies.TableCopies;
import io.shardkit.dialect.replicas.ReplicaRules;

/**
 * What is particular to one database. Immutable.
 *
 * @param text its tokens
 * @param clauses its forms of clauses and operators
 * @param commands its statements about sessions and the server
 * @param transactionWords its statements about transactions
 * @param transactions what is special about its transactions
 * @param twoPhase how it commits in two phases
 * @param clock the clocks of its sessions
 * @param sqlModes the modes of its sessions
 * @param temporaryTables the temporary tables of its sessions
 * @param tableCopies how it makes a table like another one
 * @param replicas what it says of its replication
 * @param results what it shows in results
 * @param catalog its catalog and its types
 * @param grammars what the parser reads its statements by
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
