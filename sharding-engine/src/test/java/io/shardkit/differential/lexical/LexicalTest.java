package io.shardkit.differential.lexical;

import io.shardkit.differential.fixture.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class LexicalTest {
    private static final int COMMENTED = Effort.of(200);
    private static final int STATEMENTS = Effort.of(500);

    @ParameterizedTest
    @EnumSource(value = LexicalDatabase.class, mode = Mode.MATCH_ANY, names = "H2_.*")
    void readsAsTheDatabase(LexicalDatabase database) throws Exception {
        try (LexicalFixture fixture = new LexicalFixture(database)) {
            LexicalSuite suite = new LexicalSuite(fixture);
            suite.run(STATEMENTS);
            suite.comments(COMMENTED);
        }
    }
}
