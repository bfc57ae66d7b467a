package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.jdbc.ShardingDataSource;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.ConfigurationPropertiesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.jdbc.core.JdbcTemplate;

/** A context that was processed ahead of time has the same beans. */
class AheadOfTimeTest {
    private final Map<String, Object> properties = Map.of(
            "sharding.data-sources.ds0.url",
            H2.url(),
            "sharding.data-sources.ds1.url",
            H2.url(),
            "sharding.hikari.maximum-pool-size",
            "3",
            "sharding.broadcast-tables",
            "t_country");

    @Test
    @CompileWithForkedClassLoader
    void startsFromTheGeneratedCode() {
        TestGenerationContext generated = new TestGenerationContext();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(Application.class);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generated);
            generated.writeGeneratedContent();
        }
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(HikariConfig.class, "setMaximumPoolSize"))
                .accepts(generated.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.reflection().onType(ShardingProperties.Pool.class))
                .accepts(generated.getRuntimeHints());
        TestCompiler.forSystem().with(generated).compile(compiled -> {
            try (GenericApplicationContext context = new GenericApplicationContext()) {
                context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
                initializer(compiled.getInstance(ApplicationContextInitializer.class))
                        .initialize(context);
                context.refresh();
                assertThat(context.getBean(DataSource.class)).isInstanceOf(ShardingDataSource.class);
                assertThat(context.getBean("ds1", HikariDataSource.class).getMaximumPoolSize())
                        .isEqualTo(3);
                JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
                jdbc.execute("CREATE TABLE t_country (code VARCHAR(2) PRIMARY KEY)");
                jdbc.update("INSERT INTO t_country VALUES ('de')");
                assertThat(new JdbcTemplate(context.getBean("ds1", DataSource.class))
                                .queryForObject("SELECT COUNT(*) FROM t_country", Integer.class))
                        .isEqualTo(1);
            }
        });
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextInitializer<GenericApplicationContext> initializer(
            ApplicationContextInitializer<?> initializer) {
        return (ApplicationContextInitializer<GenericApplicationContext>) initializer;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ConfigurationPropertiesAutoConfiguration.class,
        ShardingAutoConfiguration.class,
        ShardingCheckAutoConfiguration.class,
        DataSourceAutoConfiguration.class,
        JdbcTemplateAutoConfiguration.class
    })
    static class Application {}
}
