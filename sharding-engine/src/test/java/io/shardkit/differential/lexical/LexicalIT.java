package io.shardkit.differential.lexical;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LexicalIT {
    private static final int STATEMENTS = 4000;

    @ParameterizedTest
    @EnumSource(
            value = LexicalDatabase.class,
            names = {"MARIADB", "POSTGRESQL"})
    void readsAsTheDatabase(LexicalDatabase database) throws Exception {
        try (LexicalFixture fixture = new LexicalFixture(database)) {
            new LexicalSuite(fixture).run(STATEMENTS);
        }
    }
}
