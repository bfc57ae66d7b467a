package io.shardkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.observe.Operation;
import io.shardkit.observe.StatementsState;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

class ShardingStatementsEndpointTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingEndpointAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class))
            .withPropertyValues(
                    "sharding.data-sources.ds0.url=" + url(),
                    "sharding.data-sources.ds1.url=" + url(),
                    "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1},ds1.t_order_{2..3}",
                    "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                    "sharding.tables.t_order.table-strategy.algorithm=modulo",
                    "sharding.algorithms.modulo.type=mod",
                    "sharding.unique-keys.without-sharding-column=accept",
                    "management.endpoints.web.exposure.include=shardingstatements");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    private static List<String> sql(StatementsState state) {
        return state.statements().stream().map(StatementsState.Statement::sql).toList();
    }

    @Test
    void tellsStatementsSortedSearchedAndLimitedUntilTheyAreReset() {
        runner.withPropertyValues("sharding.statements.enabled=true", "sharding.statements.interval=1h")
                .run(context -> {
                    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                    jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL)");
                    for (int i = 0; i < 4; i++) {
                        jdbc.update("INSERT INTO t_order VALUES (?, ?)", i, i);
                    }
                    jdbc.batchUpdate(
                            "INSERT INTO t_order VALUES (?, ?)", List.of(new Object[] {4, 4}, new Object[] {5, 5}));
                    jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 2");
                    jdbc.queryForList("SELECT id FROM t_order WHERE user_id = 3");
                    jdbc.queryForList("SELECT id FROM t_order ORDER BY id");
                    assertThatThrownBy(() -> jdbc.update("DELETE FROM t_order"))
                            .isInstanceOf(DataAccessException.class);
                    assertThatThrownBy(() -> jdbc.queryForList("SELECT nothing FROM t_order WHERE user_id = 2"))
                            .isInstanceOf(DataAccessException.class);
                    assertThatThrownBy(() -> jdbc.execute("THIS IS NO SQL (4711"))
                            .isInstanceOf(DataAccessException.class);
                    ShardingStatementsEndpoint endpoint = context.getBean(ShardingStatementsEndpoint.class);
                    StatementsState state = endpoint.statements("calls", null, null, null);
                    assertThat(state.toString()).doesNotContain("4711");
                    assertThat(sql(state).get(0)).isEqualTo("INSERT INTO t_order VALUES (?, ...)");
                    StatementsState.Statement insert = state.statements().get(0);
                    assertThat(insert.calls()).isEqualTo(5);
                    assertThat(insert.rows()).isEqualTo(6);
                    assertThat(insert.maxUnits()).isEqualTo(2);
                    assertThat(insert.operation()).isEqualTo(Operation.INSERT);
                    StatementsState.Statement point = only(endpoint, "USER_ID = ?", "SELECT id");
                    assertThat(point.calls()).isEqualTo(2);
                    assertThat(point.rows()).isEqualTo(2);
                    assertThat(point.units()).isEqualTo(1);
                    StatementsState.Statement merged = only(endpoint, "order by", "SELECT id");
                    assertThat(merged.rows()).isEqualTo(6);
                    assertThat(merged.units()).isEqualTo(4);
                    assertThat(only(endpoint, "DELETE", "DELETE").refusals()).isEqualTo(1);
                    assertThat(only(endpoint, "DELETE", "DELETE").lastError()).isEqualTo("SK-2041");
                    assertThat(only(endpoint, "nothing", "SELECT").errors()).isEqualTo(1);
                    assertThat(state.definitions())
                            .extracting(StatementsState.Statement::summary)
                            .containsExactly("CREATE TABLE t_order");
                    assertThat(state.statements().stream()
                                    .mapToDouble(StatementsState.Statement::share)
                                    .sum())
                            .isBetween(0.99, 1.01);
                    assertThat(endpoint.statements("errors", null, 1, "instance")
                                    .statements())
                            .hasSize(1);
                    assertThat(endpoint.statements("units", null, 1, null)
                                    .statements()
                                    .get(0)
                                    .sql())
                            .isEqualTo("SELECT id FROM t_order ORDER BY id");
                    endpoint.reset();
                    assertThat(endpoint.statements(null, null, null, null).statements())
                            .isEmpty();
                    assertThat(endpoint.statements(null, null, null, null).enabled())
                            .isTrue();
                    for (Runnable wrong : List.<Runnable>of(
                            () -> endpoint.statements("name", null, null, null),
                            () -> endpoint.statements(null, null, -1, null),
                            () -> endpoint.statements(null, null, null, "some"))) {
                        assertThatThrownBy(wrong::run).isInstanceOf(InvalidEndpointRequestException.class);
                    }
                });
    }

    private static StatementsState.Statement only(
            ShardingStatementsEndpoint endpoint, String search, String beginning) {
        List<StatementsState.Statement> found =
                endpoint.statements(null, search, null, null).statements();
        return found.stream()
                .filter(each -> each.sql().startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void tellsNothingWhenNothingIsCounted() {
        runner.run(context -> assertThat(
                        context.getBean(ShardingStatementsEndpoint.class).statements(null, null, null, null))
                .isEqualTo(StatementsState.NONE));
    }

    @Test
    void refusesSettingsThatAreNone() {
        runner.withPropertyValues("sharding.statements.enabled=true", "sharding.statements.shapes=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("sharding.statements.shapes"));
    }
}
