package io.shardkit.differential.lexical;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.differential.Sql;
import io.shardkit.differential.fixture.Effort;
import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

class LexicalIT {
    private static final int COMMENTED = Effort.of(200);
    private static final int STATEMENTS = Effort.of(500);

    @ParameterizedTest
    @OnDatabases(except = TestDatabase.H2)
    void readsAsTheDatabase(TestDatabase database) throws Exception {
        try (LexicalFixture fixture = new LexicalFixture(LexicalDatabase.valueOf(database.name()))) {
            LexicalSuite suite = new LexicalSuite(fixture);
            suite.run(STATEMENTS);
            suite.comments(COMMENTED);
        }
    }

    /**
     * Checks what the comparison leaves out because one database writes it either way, and what the comparison must not
     * leave out.
     */
    @Test
    void anUpdateThatFindsSeveralRowsDependsOnThePlan() throws Exception {
        try (LexicalFixture fixture = new LexicalFixture(LexicalDatabase.POSTGRESQL)) {
            String numbered = "WITH x AS (SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS rn FROM o) "
                    + "UPDATE o SET a = x.rn FROM x WHERE ";
            assertThat(fixture.dependsOnPlan(new Sql(numbered + "@x.id = o.id", List.of()), false))
                    .isTrue();
            assertThat(fixture.dependsOnPlan(new Sql(numbered + "x.id = o.id", List.of()), false))
                    .isFalse();
        }
    }
}
