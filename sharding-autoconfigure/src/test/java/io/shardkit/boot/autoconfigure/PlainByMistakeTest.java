package io.shardkit.boot.autoconfigure;

import static io.shardkit.boot.autoconfigure.ExampleYaml.GOOD_TABLE;
import static io.shardkit.boot.autoconfigure.ExampleYaml.TWO_SOURCES;
import static io.shardkit.boot.autoconfigure.ExampleYaml.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.jdbc.ShardingDataSource;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** No application that configures sharding runs on one plain database without a word. */
@ExtendWith(OutputCaptureExtension.class)
class PlainByMistakeTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    ShardingAutoConfiguration.class,
                    ShardingCheckAutoConfiguration.class,
                    DataSourceAutoConfiguration.class));

    @ParameterizedTest
    @ValueSource(strings = {"datasource", "data-source", "dataSourcs"})
    void explainsWhenDataSourcesAreMisspelt(String key, CapturedOutput output) {
        String url = H2.url();
        StartFailure failure =
                StartFailure.of("sharding:\n  %s:\n    ds0: { url: \"%s\" }\n".formatted(key, url), output);
        assertThat(failure.description())
                .contains("Property: sharding." + key + ".ds0.url", "there is no such property")
                .contains("application.yml] - 3:");
        assertThat(failure.action()).endsWith("Did you mean sharding.data-sources?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"shardin", "sharing", "shardings"})
    void explainsWhenShardingIsMisspelt(String prefix, CapturedOutput output) {
        StartFailure failure =
                StartFailure.of("%s:\n  data-sources:\n    ds0: { url: \"%s\" }\n".formatted(prefix, H2.url()), output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources\n", prefix + ".data-sources.ds0.url is set");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring.sharding", "shardkit", "spring.shardkit", "spring.shard-kit"})
    void explainsWhenTheBeginningIsAnother(String prefix, CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                prefix + ":\n  data-sources:\n    ds0: { url: \"jdbc:h2:mem:x;PASSWORD=hush\", password: hush }\n",
                output);
        assertThat(failure.description())
                .contains("Property: " + prefix + ".data-sources.ds0.url\n", "Value: \"jdbc:h2:mem:x\"")
                .contains("application.yml] - 3:")
                .contains("it is not read: all settings of Shardkit begin with sharding., not with " + prefix + ".")
                .doesNotContain("hush");
        assertThat(failure.action()).endsWith("Did you mean sharding.data-sources.ds0.url?");
    }

    @Test
    void explainsWhenThePasswordAloneHasAnotherBeginning(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                config(GOOD_TABLE) + "spring.sharding.hikari.data-source-properties.apikey: hush\n", output);
        assertThat(failure.description())
                .contains("Property: spring.sharding.hikari.data-source-properties.apikey\n")
                .doesNotContain("hush");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shardings.", "app.sharding."})
    void explainsWhenATableAloneHasAnotherBeginning(String prefix, CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(GOOD_TABLE) + prefix + "tables.t_b.actual-data-nodes: ds0.t_b\n", output);
        assertThat(failure.description()).contains("Property: " + prefix + "tables.t_b.actual-data-nodes\n");
        assertThat(failure.action()).endsWith("Did you mean sharding.tables.t_b.actual-data-nodes?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SPRING_SHARDING_DATASOURCES_DS0_URL",
                "SPRING_SHARDING_DATA_SOURCES_DS0_URL",
                "SHARDKIT_DATASOURCES_DS0_URL",
                "SHARDKIT_DATA_SOURCES_DS0_URL"
            })
    void explainsWhenAVariableHasAnotherBeginning(String variable) {
        withVariable(variable).run(context -> {
            StartFailure failure =
                    StartFailure.analysed(context.getStartupFailure(), new ShardingPropertyNameFailureAnalyzer());
            String beginning = variable.replaceAll("(SHARD\\w*?_).*", "$1");
            assertThat(failure.description())
                    .contains("Property: " + variable + "\n", "systemEnvironment")
                    .contains("begin with SHARDING_, not with " + beginning);
            assertThat(failure.action()).endsWith("Did you mean " + variable.replace(beginning, "SHARDING_") + "?");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shardkit.version",
                "file.sharing.data-sources.a",
                "app.data-sources.a.url",
                "spring.shardingsphere.rules.sharding.tables.t.actual-data-nodes"
            })
    void ignoresWhatMayBelongToSomethingElse(String property) {
        runner.withPropertyValues(property + "=1", "spring.shardingsphere.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(DataSource.class));
    }

    @Test
    void startsWithoutALookAtOtherNamesWhenItIsSwitchedOff() {
        runner.withPropertyValues("sharding.enabled=false", "spring.sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShardingDataSource.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sharding: { data-sources: {} }", "sharding: { data-sources: }", "sharding.data-sources: \"\""})
    void explainsWhenThereIsNoDataSource(String yaml, CapturedOutput output) {
        StartFailure failure = StartFailure.of(yaml + "\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources\n", "application.yml")
                .contains("no data source is configured");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sharding: {}", "sharding:", "sharding.enabled: true", "sharding.guard.max-units: 3"})
    void explainsWhenDataSourcesAreMissing(String yaml, CapturedOutput output) {
        StartFailure failure = StartFailure.of(yaml + "\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources\n", "no data source is configured")
                .contains("such as " + yaml.replaceAll(":.*", ""));
    }

    @Test
    void explainsWhenDataSourcesAreOneText(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources: ds0\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources\n", "Value: \"ds0\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flase", "maybe", "2"})
    void explainsWhenTheSwitchCannotBeRead(String value, CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  enabled: " + value + "\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.enabled\n", "Value: \"" + value + "\"", "[true, false]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "off", "false", "FALSE", "0"})
    void takesEveryWordThatBootTakesForFalse(String value) {
        runner.withPropertyValues("sharding.enabled=" + value, "sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ShardingDataSource.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "on", "true", "1"})
    void takesEveryWordThatBootTakesForTrue(String value) {
        runner.withPropertyValues("sharding.enabled=" + value, "sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ShardingDataSource.class));
    }

    @Test
    void explainsWhenAVariableIsMisspelt() {
        withVariable("SHARDING_DATASOURCE_DS0_URL").run(context -> assertThat(context)
                .getFailure()
                .hasMessageContaining("sharding.data-sources: no data source")
                .hasMessageContaining("SHARDING_DATASOURCE_DS0_URL"));
    }

    /** Letter by letter a property's, and yet none that Spring Boot reads for it. */
    @ParameterizedTest
    @CsvSource({
        "SHARDING_TABLES_T_ORDER_ACTUALDATANODES, SHARDING_TABLES_T_ORDER_ACTUAL_DATA_NODES",
        "SHARDING_ALGORITHMS_BY_USER_TYPE_, SHARDING_ALGORITHMS_BY_USER_TYPE",
        "SHARDING_ALGORITHMS_BY_USER_PROPS_STOPOFFSET, SHARDING_ALGORITHMS_BYUSER_PROPS_STOPOFFSET",
        "SHARDING_DATASOURCES_DS_0_PASSWORD, SHARDING_DATASOURCES_DS0_PASSWORD"
    })
    void explainsWhenAVariableIsNotReadByItsUnderscores(String variable, String right) {
        configured(variable).run(context -> {
            StartFailure failure = StartFailure.analysed(
                    context.getStartupFailure(), new ShardingConfigurationFailureAnalyzer(new StandardEnvironment()));
            assertThat(failure.description())
                    .contains("Property: " + variable + "\n", "the environment variable is not read", right)
                    .doesNotContain("jdbc:h2:mem:x");
        });
    }

    @ParameterizedTest
    @CsvSource({
        "SHARDING_TABLES_TORDER_ACTUALDATANODE, sharding.tables.t_order",
        "SHARDING_DATASOURCES_DS0_PASWORD, sharding.data-sources.ds0",
        "SHARDING_TRANSACTION_CROSSSORCE, sharding.transaction",
        "SHARDING_HIKARI_MAXPOOLSIZE, sharding.hikari"
    })
    void warnsWhenAVariableOfAGroupIsNotRead(String variable, String group, CapturedOutput output) {
        configured(variable).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).contains(variable + " is not read: there is no such property below " + group + "\n");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHARDING_TABLES_T_ORDER_AUTO_CREATE",
                "SHARDING_TABLES_TORDER_AUTOCREATE",
                "SHARDING_HIKARI_POOL_NAME",
                "SHARDING_HEAT_SERVICE_HOST",
                "SHARDING_PROXY_PORT_3307_TCP_ADDR"
            })
    void takesAVariableThatIsReadOrBelongsToAService(String variable, CapturedOutput output) {
        configured(variable).run(context -> assertThat(output).doesNotContain("is not read"));
    }

    private ApplicationContextRunner configured(String variable) {
        return withVariable(variable)
                .withPropertyValues(
                        "sharding.data-sources.ds0.url=" + H2.url(),
                        "sharding.tables.t_order.actual-data-nodes=ds0.t_order_{0..1}",
                        "sharding.tables.t_order.table-strategy.sharding-column=user_id",
                        "sharding.tables.t_order.table-strategy.algorithm=by-user",
                        "sharding.algorithms.by-user.type=mod");
    }

    @ParameterizedTest
    @ValueSource(strings = {"url", "username", "hikari.maximum-pool-size", "driver-class-name"})
    void warnsOfSettingsOfAPlainDataSource(String setting, CapturedOutput output) {
        runner.withPropertyValues("sharding.data-sources.ds0.url=" + H2.url(), "spring.datasource." + setting + "=9")
                .run(context -> assertThat(output).contains("spring.datasource." + setting + " is set and not used"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hibernate.connection.url", "jakarta.persistence.jdbc.url"})
    void warnsWhenJpaGoesPastTheShards(String setting, CapturedOutput output) {
        String property = "spring.jpa.properties." + setting;
        runner.withPropertyValues("sharding.data-sources.ds0.url=" + H2.url(), property + "=jdbc:h2:mem:x")
                .run(context -> assertThat(output).contains(property + " is set", "past the shards"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHARDING_COORDINATOR", "SHARDKIT_LOG", "SHARDKIT_HOME", "SHARDKIT_DOCS_WRITE"})
    void ignoresAVariableOfSomethingElse(String variable) {
        withVariable(variable).run(context -> assertThat(context).hasNotFailed().hasSingleBean(DataSource.class));
    }

    private ApplicationContextRunner withVariable(String name) {
        String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .replace(source, new SystemEnvironmentPropertySource(source, Map.of(name, "jdbc:h2:mem:x"))));
    }

    @Test
    void explainsWhenTheApplicationDefinesADataSource(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE), output, OwnDataSource.class);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources\n", "'own'", "OwnDataSource", "defaultCandidate = false")
                .contains("sharding.enabled to false");
    }

    @Test
    void explainsWhenTheApplicationDefinesAPrimaryDataSource(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE), output, OwnPrimaryDataSource.class);
        assertThat(failure.description()).contains("Property: sharding.data-sources\n", "'own'");
    }

    @Test
    void explainsWhenAPoolOfTheApplicationIsACandidate(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0:\n", output, OwnPool.class);
        assertThat(failure.description()).contains("'ds0'", "defaultCandidate = false");
    }

    @Test
    void explainsWhenThePoolIsNotOnTheClassPath() {
        runner.withClassLoader(new FilteredClassLoader("com.zaxxer.hikari"))
                .withPropertyValues("sharding.data-sources.ds0.url=" + H2.url())
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("HikariDataSource is not on the class path"));
    }

    @Test
    void explainsWhenATableIsDeclaredWithItsSchema(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE.replace("t_order:", "\"[public.t_order]\":")), output);
        assertThat(failure.description())
                .contains("Property: sharding.tables[public.t_order]", "without a schema", "'t_order'");
    }

    @Test
    void explainsWhenATableIsDeclaredWithItsSchemaWithoutBrackets(CapturedOutput output) {
        StartFailure failure = StartFailure.of(config(GOOD_TABLE.replace("t_order:", "public.t_order:")), output);
        assertThat(failure.description()).contains("Property: sharding.tables.public.t_order.", "without a schema");
    }

    @Test
    void explainsWhenABroadcastTableIsDeclaredWithItsSchema(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of(config(GOOD_TABLE) + "  broadcast-tables: [ public.t_country ]\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.broadcast-tables[0]", "Value: \"public.t_country\"", "without a schema");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnDataSource {
        @Bean
        DataSource own() {
            return new JdbcDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPrimaryDataSource {
        @Bean
        @Primary
        DataSource own() {
            return new JdbcDataSource();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean
        DataSource ds0() {
            return new JdbcDataSource();
        }
    }
}
