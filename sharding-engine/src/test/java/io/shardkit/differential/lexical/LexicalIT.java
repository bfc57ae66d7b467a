package io.shardkit.differential.lexical;

import io.shardkit.differential.fixture.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LexicalIT {
    private static final int STATEMENTS = Effort.of(2000);

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
