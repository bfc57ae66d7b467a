package io.shardkit.boot.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.boot.autoconfigure.ShardingAutoConfiguration;
import io.shardkit.move.AlterReport;
import io.shardkit.move.MovePhase;
import io.shardkit.move.MoveReport;
import io.shardkit.move.MoveState;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Answers of the endpoint; the operations that HTTP offers are tested with the console. */
class ShardingMovesEndpointTest {
    private static final int ROWS = 400;

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
                    "sharding.rule-store.poll=100ms",
                    "sharding.rule-store.instance=shop-1",
                    "management.endpoints.web.exposure.include=shardingmoves");

    private static String url() {
        return "jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";
    }

    private static JdbcTemplate filled(ApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        jdbc.execute("CREATE TABLE t_order (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, name VARCHAR(20))");
        for (int i = 0; i < ROWS; i++) {
            jdbc.update("INSERT INTO t_order VALUES (?, ?, 'a')", i, i);
        }
        return jdbc;
    }

    private static MoveState await(ShardingMovesEndpoint endpoint, String id, Predicate<MoveState> reached)
            throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            MoveState state = Objects.requireNonNull(endpoint.state(id), id);
            if (reached.test(state)) {
                return state;
            }
            assertThat(state.phase()).as(state.toString()).isNotEqualTo(MovePhase.FAILED);
            assertThat(System.nanoTime()).as(state.toString()).isLessThan(until);
            Thread.sleep(10);
        }
    }

    private static String accepted(WebEndpointResponse<Object> answer) {
        assertThat(answer.getStatus()).as("%s", answer.getBody()).isEqualTo(202);
        return ((ShardingMovesEndpoint.Accepted) Objects.requireNonNull(answer.getBody())).id();
    }

    private static void assertRefused(WebEndpointResponse<Object> answer, int status, String code, String reason) {
        assertThat(answer.getStatus()).as("%s", answer.getBody()).isEqualTo(status);
        assertThat(answer.getBody()).isInstanceOfSatisfying(ShardingMovesEndpoint.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(code.isEmpty() ? null : code);
            assertThat(refused.reason()).contains(reason);
            assertThat(refused.advice()).isNotBlank();
        });
    }

    private static WebEndpointResponse<Object> start(
            ShardingMovesEndpoint endpoint, String units, String to, @Nullable Boolean byHand, @Nullable Long rows) {
        return endpoint.start(units, to, null, null, null, null, null, null, null, byHand, rows);
    }

    private static WebEndpointResponse<Object> check(
            ShardingMovesEndpoint endpoint, String operation, String units, String to) {
        return endpoint.check(operation, units, to, null, null, null, null, null, null, null);
    }

    @Test
    void movesAUnitThereAndBackAndCompletes() {
        runner.run(context -> {
            JdbcTemplate jdbc = filled(context);
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            ShardingMovesEndpoint.Report before = endpoint.report();
            assertThat(before.looked()).isTrue();
            assertThat(before.moves()).isEmpty();
            assertThat(before.rule().epoch()).isEqualTo(1);
            assertThat(before.rule().hash()).hasSize(64);
            assertThat(before.rule().dataSource()).isEqualTo("ds0");
            assertThat(before.rule().members()).singleElement().satisfies(member -> {
                assertThat(member.instance()).isEqualTo("shop-1");
                assertThat(member.epoch()).isEqualTo(1);
                assertThat(member.state()).isEqualTo("running");
                assertThat(member.problem()).isEmpty();
            });

            ShardingMovesEndpoint.Checked report = (ShardingMovesEndpoint.Checked) Objects.requireNonNull(
                    check(endpoint, "check", " ds0.t_order_1 ", "ds1").getBody());
            assertThat(report.errors()).isEmpty();
            assertThat(report.units()).extracting(MoveReport.Unit::unit).containsExactly("ds0.t_order_1");
            assertThat(endpoint.report().moves()).isEmpty();

            String id = accepted(start(endpoint, "ds0.t_order_1", "ds1", true, 100_000L));
            await(endpoint, id, state -> state.phase() == MovePhase.READY);
            assertThat(new JdbcTemplate(context.getBean("ds1", DataSource.class))
                            .queryForList(
                                    "SELECT table_name FROM information_schema.tables WHERE table_name = 't_order_1'"))
                    .isEmpty();
            accepted(endpoint.change(id, "switch"));
            MoveState there = await(endpoint, id, state -> state.phase() == MovePhase.SWITCHED);
            assertThat(there.back()).isFalse();
            assertThat(there.epoch()).isEqualTo(2);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(ROWS);
            jdbc.update("UPDATE t_order SET name = 'b' WHERE user_id = 5");

            assertRefused(endpoint.change(id, "cancel"), 409, "SK-1024", "go back, or complete it");
            accepted(endpoint.change(id, "back"));
            MoveState back = await(endpoint, id, state -> state.phase() == MovePhase.SWITCHED && state.back());
            assertThat(back.epoch()).isEqualTo(3);
            assertThat(jdbc.queryForObject("SELECT name FROM t_order WHERE user_id = 5", String.class))
                    .isEqualTo("b");
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Integer.class))
                    .isEqualTo(ROWS);

            accepted(endpoint.change(id, "complete"));
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (endpoint.state(id) != null) {
                assertThat(System.nanoTime()).isLessThan(until);
                Thread.sleep(10);
            }
            assertRefused(endpoint.change(id, "complete"), 404, "", "there is no move " + id);
        });
    }

    @Test
    void altersATable() {
        runner.run(context -> {
            JdbcTemplate jdbc = filled(context);
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            String clauses = "ADD COLUMN note VARCHAR(20) DEFAULT 'none'";
            AlterReport report = (AlterReport) Objects.requireNonNull(
                    endpoint.check("check", null, null, null, null, " t_order ", null, null, null, clauses)
                            .getBody());
            assertThat(report.errors()).isEmpty();
            assertThat(report.units()).hasSize(4);
            String id =
                    accepted(endpoint.start(null, null, null, null, "t_order", null, null, null, clauses, null, null));
            await(endpoint, id, state -> state.phase() == MovePhase.SWITCHED);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order WHERE note = 'none'", Integer.class))
                    .isEqualTo(ROWS);
            accepted(endpoint.change(id, "complete"));
            assertRefused(
                    endpoint.start(
                            "ds0.t_order_1", "ds1", null, null, "t_order", null, null, null, clauses, null, null),
                    400,
                    "",
                    "alter goes with table");
        });
    }

    @Test
    void haltsResumesAndCancels() {
        runner.run(context -> {
            filled(context);
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            String id = accepted(start(endpoint, "ds0.t_order_0,ds0.t_order_1", "ds1", true, null));
            accepted(endpoint.change(id, "halt"));
            await(endpoint, id, state -> state.phase() == MovePhase.HALTED);
            accepted(endpoint.change(id, "resume"));
            await(endpoint, id, state -> state.phase() == MovePhase.READY);
            assertRefused(start(endpoint, "ds1.t_order_2", "ds0", null, null), 409, "SK-1024", "another move");
            accepted(endpoint.change(id, "cancel"));
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!endpoint.report().moves().isEmpty()) {
                assertThat(System.nanoTime()).isLessThan(until);
                Thread.sleep(10);
            }
            assertThat(endpoint.report().rule().epoch()).isEqualTo(1);
        });
    }

    @Test
    void refusesWithCodeAndReason() {
        runner.run(context -> {
            filled(context);
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            assertRefused(start(endpoint, "ds0.t_unknown", "ds1", null, null), 409, "SK-1024", "t_unknown");
            assertRefused(check(endpoint, "check", "ds0.t_order_1", "ds0"), 409, "SK-1024", "is on ds0 already");
            assertRefused(start(endpoint, "ds0.t_order_1", "nowhere", null, null), 409, "SK-1001", "nowhere");
            assertRefused(start(endpoint, " , ", "ds1", null, null), 400, "", "at least one unit");
            assertRefused(start(endpoint, "ds0.t_order_1", "ds1", null, -1L), 400, "", "negative");
            assertRefused(check(endpoint, "explode", "ds0.t_order_1", "ds1"), 404, "", "explode");
            assertRefused(endpoint.change("m1", "halt"), 404, "", "there is no move m1");
            assertThat(endpoint.state("m1")).isNull();
            String id = accepted(start(endpoint, "ds0.t_order_1", "ds1", true, null));
            assertRefused(endpoint.change(id, "explode"), 404, "", "explode");
            assertRefused(endpoint.change(id, "back"), 409, "SK-1024", "cancel it");
        });
    }

    @Test
    void saysThatMovesNeedTheRuleStore() {
        runner.withPropertyValues("sharding.rule-store.mode=off").run(context -> {
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            assertThat(endpoint.report().rule().epoch()).isZero();
            assertThat(endpoint.report().looked()).isTrue();
            assertRefused(start(endpoint, "ds0.t_order_1", "ds1", null, null), 409, "SK-1022", "stored");
        });
    }

    /** A database that fails is no refusal. */
    @Test
    void saysThatTheDatabaseCannotBeAsked() {
        runner.run(context -> {
            ShardingMovesEndpoint endpoint = context.getBean(ShardingMovesEndpoint.class);
            new JdbcTemplate(context.getBean("ds0", DataSource.class)).execute("DROP TABLE sharding_rule");
            assertThat(endpoint.report().looked()).isFalse();
            assertRefused(endpoint.change("m1", "halt"), 503, "", "cannot be asked");
        });
    }

    @Test
    void isNotThereUnlessItIsExposed() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=health,sharding")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShardingMovesEndpoint.class));
        runner.withPropertyValues("management.endpoint.shardingmoves.access=NONE")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShardingMovesEndpoint.class));
    }
}
