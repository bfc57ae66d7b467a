package io.shardkit.boot.autoconfigure;

import static io.shardkit.boot.autoconfigure.ExampleYaml.TWO_SOURCES;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.DatabaseServer;
import io.shardkit.testing.EmbeddedServers;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A data source that cannot be used stops the start. */
@ExtendWith(OutputCaptureExtension.class)
class ShardPoolFailureTest {
    @Test
    void explainsWhenADataSourceCannotBeReached(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: { url: "%s" }
                    ds1: { url: "jdbc:h2:tcp://localhost:1/gone;IFEXISTS=TRUE;PASSWORD=hush", password: hush }
                """
                        .formatted(H2.url()),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "Value: \"jdbc:h2:tcp://localhost:1/gone\"")
                .contains("SK-1012")
                .doesNotContain("hush");
        assertThat(failure.action()).contains("Check the URL, the credentials and that the database is running");
    }

    @Test
    void showsTheUrlThatAPlaceholderStandsFor(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding.data-sources.ds0: { url: "${orders.url}", password: "${orders.password}" }
                orders: { url: "jdbc:h2:tcp://localhost:1/gone;IFEXISTS=TRUE;PASSWORD=hush", password: hush }
                """,
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.url", "Value: \"${orders.url}\"")
                .endsWith("; the URL was jdbc:h2:tcp://localhost:1/gone")
                .doesNotContain("hush");
    }

    @Test
    void showsTheServerThatPlaceholdersStandForWhereThereAreReplicas(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding.data-sources.ds0:
                  primary: { url: "jdbc:mariadb://${db.host}:${db.port:1}/gone?password=${db.password}", password: hush }
                  replicas: [ { url: "jdbc:mariadb://${db.host}:2/gone", password: hush } ]
                db: { host: 127.0.0.1, password: hush }
                """,
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.primary.url")
                .contains("Value: \"jdbc:mariadb://${db.host}:${db.port:1}/gone\"")
                .endsWith("; the URL was jdbc:mariadb://127.0.0.1:1/gone");
        assertThat(output.getAll()).doesNotContain("hush");
    }

    /** MariaDB's driver takes no login there, and quotes it as a part of the host. */
    @Test
    void showsNoLoginThatADriverQuotes(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding.data-sources.ds0: { url: "jdbc:mariadb://app:${db.password}@127.0.0.1:2/gone" }
                db: { password: hush }
                """,
                output);
        assertThat(failure.description())
                .contains("Value: \"jdbc:mariadb://127.0.0.1:2/gone\"", "Incorrect port value : 127.0.0.1");
        assertThat(output.getAll()).doesNotContain("hush");
    }

    @Test
    void explainsWhenThereIsNoSuchHost(CapturedOutput output) {
        StartFailure failure =
                StartFailure.of("sharding.data-sources.ds0: { url: \"jdbc:mariadb://db.invalid/gone\" }\n", output);
        assertThat(failure.description()).endsWith("the host db.invalid is not known");
    }

    @Test
    void explainsWhenAReplicaIsThePrimary(CapturedOutput output) {
        String url = H2.url();
        StartFailure failure = StartFailure.of(
                "sharding.data-sources.ds0: { primary: { url: \"%s\" }, replicas: [ { url: \"%s\" } ] }\n"
                        .formatted(url, url),
                output);
        assertThat(failure.description())
                .contains(
                        "Property: sharding.data-sources.ds0.replicas[0].url",
                        "Value: \"" + url.replaceAll(";.*", "\""))
                .endsWith("the same database as sharding.data-sources.ds0.primary: a replica is another server");
    }

    @Test
    void explainsAllDataSourcesThatCannotBeReached(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: { url: "jdbc:h2:tcp://localhost:1/first;IFEXISTS=TRUE" }
                    ds1: { url: "%s" }
                    ds2: { url: "jdbc:h2:tcp://localhost:1/third;IFEXISTS=TRUE" }
                """
                        .formatted(H2.url()),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.url", "Property: sharding.data-sources.ds2.url")
                .doesNotContain("sharding.data-sources.ds1");
    }

    @Test
    void explainsWhenTheDataSourcesAreOfDifferentKinds(CapturedOutput output) {
        DatabaseServer postgres = EmbeddedServers.postgres();
        StartFailure failure = StartFailure.of(
                """
                sharding:
                  data-sources:
                    ds0: { url: "%s" }
                    ds1: { url: "%s", username: %s }
                """
                        .formatted(H2.url(), postgres.url("postgres"), postgres.username()),
                output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "SK-1010", "ds1 is POSTGRESQL, and ds0 is H2");
        assertThat(failure.action()).contains("Use one kind of database");
    }

    @Test
    void explainsWhenTwoDataSourcesAreOneDatabase(CapturedOutput output) {
        String url = H2.url();
        StartFailure failure = StartFailure.of(
                "sharding.data-sources:\n  ds0: { url: \"" + url + "\" }\n  ds1: { url: \"" + url + "\" }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "the same database as sharding.data-sources.ds0");
    }

    @Test
    void explainsWhenAUrlIsMissing(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.username: sa\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.url", "it is missing");
    }

    @Test
    void explainsWhenAnEmptyDataSourceHasNoBean(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0: {}\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.url", "there is no bean of the name 'ds0'");
    }

    @Test
    void explainsWhenATextStandsInPlaceOfSettings(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0: \"jdbc:h2:mem:x\"\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0\n", "its settings are expected below it");
    }

    @Test
    void explainsWhenAUrlIsSetAndABeanHasTheName(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES, output, OwnPool.class);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds1.url", "the application defines a bean 'ds1'");
    }

    @Test
    void explainsWhenAUrlIsNoJdbcUrl(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.url: h2:mem:test\n", output);
        assertThat(failure.description()).contains("Property: sharding.data-sources.ds0.url", "jdbc:");
    }

    @Test
    void explainsWhenTheDriverIsMissing(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.ds0.url: jdbc:oracle:thin:@//db/x\n", output);
        assertThat(failure.description())
                .contains("oracle.jdbc.OracleDriver, is not on the class path; add it to the dependencies");
    }

    @Test
    void explainsWhenADataSourceHasTheNameOfTheLogicalOne(CapturedOutput output) {
        StartFailure failure = StartFailure.of("sharding.data-sources.dataSource.url: \"" + H2.url() + "\"\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.dataSource", "give the data source another name");
    }

    @Test
    void explainsWhenAHikariPropertyIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  hikari: { maximum-pool-sizes: 3 }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.hikari.maximum-pool-sizes", "there is no such property");
        assertThat(failure.action()).endsWith("Did you mean sharding.hikari.maximum-pool-size?");
    }

    @Test
    void explainsWhenAHikariPropertyOfOneDataSourceIsUnknown(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding.data-sources.ds0: { url: \"" + H2.url() + "\", hikari: { minimum-idl: 3 } }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.data-sources.ds0.hikari.minimum-idl", "there is no such property");
        assertThat(failure.action()).endsWith("Did you mean sharding.data-sources.ds0.hikari.minimum-idle?");
    }

    @Test
    void explainsWhenHikariIsGivenAUrl(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  hikari: { jdbcUrl: \"jdbc:h2:mem:x\" }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.hikari.jdbcUrl", "set by sharding.data-sources.*.url");
    }

    @Test
    void explainsWhenAHikariValueIsRefused(CapturedOutput output) {
        StartFailure failure = StartFailure.of(TWO_SOURCES + "  hikari: { maximum-pool-size: 0 }\n", output);
        assertThat(failure.description())
                .contains("Property: sharding.hikari.maximum-pool-size", "maxPoolSize cannot be less than 1");
    }

    @Test
    void explainsWhenAPlaceholderIsNotSet(CapturedOutput output) {
        StartFailure failure = StartFailure.of(
                "sharding.data-sources.ds0: { url: \"" + H2.url() + "\", password: \"${NOWHERE_SET}\" }\n", output);
        assertThat(failure.description())
                .contains(
                        "Property: sharding.data-sources.ds0.password\n",
                        "Reason: SK-1009",
                        "${NOWHERE_SET} is not set; set an environment variable or a property of this name");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean(defaultCandidate = false)
        DataSource ds1() {
            return new JdbcDataSource();
        }
    }
}
