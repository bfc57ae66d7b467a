package io.shardkit.frameworks.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Hibernate makes, updates and validates the tables of a sharded schema. */
class SchemaTest {

    private static ConfigurableApplicationContext start(String ddl, String database) {
        return new SpringApplicationBuilder(ShopApplication.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.config.location=classpath:jpa.yml",
                        "--spring.jpa.hibernate.ddl-auto=" + ddl,
                        "--sharding.data-sources.ds0.url=jdbc:h2:mem:" + database + "0;DB_CLOSE_DELAY=-1",
                        "--sharding.data-sources.ds1.url=jdbc:h2:mem:" + database + "1;DB_CLOSE_DELAY=-1");
    }

    @Test
    void whatWasMadeIsValid() {
        start("create", "valid").close();
        try (ConfigurableApplicationContext context = start("validate", "valid")) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM t_order", Long.class))
                    .isZero();
        }
        start("update", "valid").close();
    }

    @Test
    void aMissingTableIsSeen() {
        Throwable failure = catchThrowable(() -> start("validate", "missing").close());
        assertThat(failure).hasStackTraceContaining("missing table");
    }

    @Test
    void aMissingColumnIsAdded() {
        try (ConfigurableApplicationContext context = start("create", "updated")) {
            context.getBean(JdbcTemplate.class).execute("ALTER TABLE t_order DROP COLUMN status");
        }
        assertThat(catchThrowable(() -> start("validate", "updated").close()))
                .hasStackTraceContaining("missing column");
        start("update", "updated").close();
        start("validate", "updated").close();
    }
}
