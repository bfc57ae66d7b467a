package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.error.ErrorCode;
import io.shardkit.membership.Change;
import io.shardkit.membership.Membership;
import io.shardkit.membership.RuleChange;
import io.shardkit.rule.RuleText;
import io.shardkit.testing.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests the findings of the start in the databases. */
@ExtendWith(OutputCaptureExtension.class)
class StartVerificationTest {
    private static final String[] TABLE = {
        "sharding.tables.t_order.actual-data-nodes=ds{0..1}.t_order",
        "sharding.tables.t_order.database-strategy.sharding-column=user_id",
        "sharding.tables.t_order.database-strategy.algorithm=modulo",
        "sharding.algorithms.modulo.type=mod",
        "sharding.broadcast-tables[0]=t_country"
    };

    private final String first = H2.url();
    private final String second = H2.url();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    DataSourceAutoConfiguration.class,
                    DataSourceInitializationAutoConfiguration.class))
            .withPropertyValues(TABLE)
            .withPropertyValues("sharding.data-sources.ds0.url=" + first, "sharding.data-sources.ds1.url=" + second);

    @Test
    void warnsWhenThereAreNoTablesYet(CapturedOutput output) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output)
                    .containsOnlyOnce("t_order: none of its actual tables is there, such as ds0.t_order")
                    .containsOnlyOnce("t_country: none of its actual tables is there");
        });
    }

    /** A switch that is under way has given the tables other names. */
    @Test
    void waitsForASwitchBeforeItMissesTables(CapturedOutput output) throws SQLException {
        for (String url : List.of(first, second)) {
            execute(url, "CREATE TABLE t_order (user_id BIGINT)", "CREATE TABLE t_country (code INT)");
        }
        runner.run(running -> {
            Membership membership = running.getBean(DataSource.class).unwrap(Membership.class);
            assertThat(RuleChange.begin(membership, RuleText.of(membership.newestRule()), ""))
                    .isTrue();
            RuleChange change = Objects.requireNonNull(RuleChange.take(membership));
            assertThat(change.advance(Change.State.PREPARED, Change.State.ARMED))
                    .isTrue();
            assertThat(change.advance(Change.State.ARMED, Change.State.PAUSED)).isTrue();
            execute(second, "ALTER TABLE t_order RENAME TO t_order__away");
            Thread undoing = new Thread(() -> {
                try {
                    Eventually.zero(() -> output.getOut().contains("a move switches at this moment") ? 0 : 1);
                    execute(second, "ALTER TABLE t_order__away RENAME TO t_order");
                    change.advance(Change.State.PAUSED, Change.State.UNDOING);
                    change.advance(Change.State.UNDOING, Change.State.PREPARED);
                } catch (SQLException failure) {
                    throw new AssertionError(failure);
                }
            });
            undoing.start();
            runner.run(starting -> assertThat(starting).hasNotFailed());
            undoing.join();
            execute(second, "ALTER TABLE t_order RENAME TO t_order__gone");
            runner.run(starting -> assertThat(starting)
                    .getFailure()
                    .hasMessageContaining("1 of its 2 actual tables are not there: ds1.t_order"));
        });
    }

    @Test
    void namesPropertiesWhenAStatementIsRefused() throws SQLException {
        for (String url : List.of(first, second)) {
            execute(url, "CREATE TABLE t_order (user_id BIGINT)", "CREATE TABLE t_country (code INT)");
        }
        runner.withPropertyValues("sharding.guard.max-units=1").run(context -> {
            try (Connection connection = context.getBean(DataSource.class).getConnection();
                    Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT user_id FROM t_order"))
                        .hasMessageContaining("sharding.guard.max-units");
            }
        });
    }

    @Test
    void stopsAndNamesEachErrorWhenTablesAreMissing(CapturedOutput output) throws SQLException {
        execute(first, "CREATE TABLE t_order (user_id BIGINT)", "CREATE TABLE t_country (code INT)");
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: {url: "%s"}
                    ds1: {url: "%s"}
                  tables:
                    t_order:
                      actual-data-nodes: ds{0..1}.t_order
                      database-strategy: {sharding-column: user_id, algorithm: modulo}
                  algorithms:
                    modulo: {type: mod}
                  broadcast-tables: [t_country]
                  verification: fast
                """
                        .formatted(first, second),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.verification", ErrorCode.VERIFICATION_FAILED.code())
                .contains("t_order: 1 of its 2 actual tables are not there: ds1.t_order")
                .contains("t_country: 1 of its 2 actual tables are not there: ds1.t_country");
        assertThat(failure.action())
                .isEqualTo(ErrorCode.VERIFICATION_FAILED.action())
                .doesNotContain("off");
    }

    @Test
    void stopsAndNamesThePropertyWhenColumnsOrLookupTablesAreMissing(CapturedOutput output) throws SQLException {
        for (String url : new String[] {first, second}) {
            execute(
                    url,
                    "CREATE TABLE t_order (user_id BIGINT, mail VARCHAR(20))",
                    "CREATE TABLE t_country (code INT)");
        }
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: {url: "%s"}
                    ds1: {url: "%s"}
                  tables:
                    T_Order:
                      actual-data-nodes: ds{0..1}.t_order
                      database-strategy: {sharding-column: usr_id, algorithm: modulo}
                      key-generate-strategy: {column: nope, generator: ids}
                      lookups:
                        mail: {table: t_order_mail}
                  algorithms:
                    modulo: {type: mod}
                  key-generators:
                    ids: {type: uuid}
                  broadcast-tables: [t_country]
                  key-generate-strategies:
                    t_country: {column: cod, generator: ids}
                """
                        .formatted(first, second),
                output);
        assertThat(failure.description())
                .containsPattern(problem("sharding.tables.T_Order.database-strategy.sharding-column", "usr_id", 8))
                .contains("t_order: it lacks its sharding column usr_id. ")
                .containsPattern(problem("sharding.tables.T_Order.key-generate-strategy.column", "nope", 9))
                .contains("t_order: it lacks the column nope of its key-generate-strategy. ")
                .containsPattern(problem("sharding.tables.T_Order.lookups.mail.table", "t_order_mail", 11))
                .contains("t_order_mail: the lookup table of t_order.mail is not there. ")
                .containsPattern(problem("sharding.key-generate-strategies.t_country.column", "cod", 18))
                .contains("t_country: it lacks the column cod, which is to be filled with keys. ");
    }

    /** The line that the report tells is the one that lets the application start. */
    @Test
    void stopsUntilItIsChosenWhenKeysMayRepeat(CapturedOutput output) throws SQLException {
        for (String url : new String[] {first, second}) {
            execute(
                    url,
                    "CREATE TABLE t_order (order_id BIGINT AUTO_INCREMENT PRIMARY KEY, user_id BIGINT,"
                            + " mail VARCHAR(20) UNIQUE, tenant INT, no INT, UNIQUE (tenant, no))");
        }
        String yaml =
                """
                sharding:
                  data-sources:
                    ds0: {url: "%s"}
                    ds1: {url: "%s"}
                  tables:
                    t_order:
                      actual-data-nodes: ds{0..1}.t_order
                      database-strategy: {sharding-column: user_id, algorithm: modulo}
                  algorithms:
                    modulo: {type: mod}
                """
                        .formatted(first, second);
        StartFailure failure = StartFailure.of(yaml, output);
        List<String> lines = List.of(
                "sharding.tables.t_order.auto-increment: accept",
                "sharding.tables.t_order.unique-keys.mail: check",
                "sharding.tables.t_order.unique-keys[tenant,no]: check");
        assertThat(failure.description())
                .contains(lines)
                .contains("Property: sharding.tables.t_order.auto-increment")
                .contains("sharding.tables.t_order.key-generate-strategy.column: order_id")
                .contains("sharding.tables.t_order.lookups.mail.table")
                .contains("Property: sharding.tables.t_order.unique-keys.mail\n    Reason: SK-1020")
                .contains("Property: sharding.tables.t_order.unique-keys[tenant,no]")
                .contains("lacks the sharding column user_id");
        runner.withPropertyValues(
                        lines.stream().map(line -> line.replace(": ", "=")).toArray(String[]::new))
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("sharding.unique-keys.without-sharding-column=accept")
                .run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("sharding.verification=off")
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static String problem(String property, String value, int line) {
        return Pattern.quote("Property: " + property + "\n    Value: \"" + value + "\"\n    Origin: ")
                + ".*application\\.yml\\] - " + line + ":\\d+\n    Reason: SK-1020";
    }

    @Test
    void warnsWhenKeysAreForATableThatIsNowhere(CapturedOutput output) {
        runner.withPropertyValues(
                        "sharding.key-generate-strategies.t_nix.column=id",
                        "sharding.key-generate-strategies.t_nix.generator=ids",
                        "sharding.key-generators.ids.type=uuid")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output)
                            .containsOnlyOnce("t_nix: it is neither declared nor on ds0, the home of other tables")
                            .contains("sharding.key-generate-strategies.t_nix");
                });
    }

    /** In YAML, off is false. */
    @ParameterizedTest
    @ValueSource(strings = {"off", "OFF", "false"})
    void looksAtNothingWhenOff(String off, CapturedOutput output) throws SQLException {
        execute(first, "CREATE TABLE t_order (user_id BIGINT)");
        runner.withPropertyValues("sharding.verification=" + off).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).doesNotContain("t_order");
        });
    }

    @Test
    void looksAtRowsWhenFull() throws SQLException {
        for (String url : new String[] {first, second}) {
            execute(url, "CREATE TABLE t_order (user_id BIGINT)", "CREATE TABLE t_country (code INT)");
        }
        execute(second, "INSERT INTO t_country VALUES (1)", "INSERT INTO t_order VALUES (2)");
        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("sharding.verification=full").run(context -> assertThat(context)
                .getFailure()
                .hasStackTraceContaining("ds1.t_country: its 1 rows are not the 0 rows of the copy on ds0")
                .hasStackTraceContaining("ds1.t_order: 1 of 1 rows"));
    }

    @Test
    void findsTheTablesOfASchemaScriptWhenItRunsFirst(CapturedOutput output) {
        runner.withPropertyValues(
                        "spring.sql.init.mode=always",
                        "spring.sql.init.schema-locations=classpath:schema-of-verification.sql")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain("is there");
                });
    }

    private static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
