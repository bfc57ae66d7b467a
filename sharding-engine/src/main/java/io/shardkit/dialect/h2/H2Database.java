package io.shardkit.dialect.h2;

import io.shardkit.dialect.facts.Clock;
import io.shardkit.dialect.facts.Database;
import io.shardkit.dialect.facts.Grammar;
import io.shardkit.dialect.facts.Grammars;
import java.util.List;

/** H2, which has much of the standard that the parser knows of PostgreSQL only, and some of MySQL's own. */
public final class H2Database {
    public static final Database H2 = new Database(
            new H2Text(),
            new H2Clauses(),
            new H2Commands(),
            new H2TransactionWords(),
            new H2Transactions(),
            new H2TwoPhase(),
            new Clock(),
            new H2Modes(),
            new H2TemporaryTables(),
            new H2TableCopies(),
            new H2Replicas(),
            new H2Results(),
            new H2Catalog(),
            new Grammars(
                    false,
                    List.of(Grammar.H2, Grammar.POSTGRESQL),
                    List.of(Grammar.MYSQL),
                    List.of(Grammar.H2, Grammar.POSTGRESQL, Grammar.MYSQL)));

    private H2Database() {}
}
