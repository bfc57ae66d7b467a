package io.shardkit.boot.autoconfigure;

import io.shardkit.boot.imports.ShardingImport;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.execute.TimedPools;
import io.shardkit.export.TableExport;
import io.shardkit.jdbc.ShardingDataSource;
import io.shardkit.rule.ShardingRule;
import io.shardkit.verify.Verifier;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.IgnoreTopLevelConverterNotFoundBindHandler;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The logical DataSource that a file configures, with its pools, where no application starts: the {@code sharding} block
 * of {@code application.yml}, or a file of its own with what stands below it. Environment variables and system
 * properties win over the file, as in an application. Thread-safe.
 */
public final class ConfiguredDataSource implements AutoCloseable {
    private final DefaultListableBeanFactory beans;
    private final ExecutorService executor;
    private final ShardingDataSource dataSource;

    private ConfiguredDataSource(
            DefaultListableBeanFactory beans, ExecutorService executor, ShardingDataSource dataSource) {
        this.beans = beans;
        this.executor = executor;
        this.dataSource = dataSource;
    }

    /**
     * Reads the file and opens the pools.
     *
     * @param location {@code classpath:name}, or {@code file:path}; the name ends in {@code .yml}, {@code .yaml} or
     *     {@code .properties}
     * @throws SQLException if the file cannot be read, a setting cannot be used, or a database cannot be reached; the
     *     message says which property it is and what would be right
     */
    public static ConfiguredDataSource open(String location) throws SQLException {
        return open(location, null, Map.of(), new BeanPostProcessor() {});
    }

    /**
     * Reads the file and opens the pools, as {@link #open(String)}.
     *
     * @param pools completes the pools before they are used
     */
    public static ConfiguredDataSource open(String location, BeanPostProcessor pools) throws SQLException {
        return open(location, null, Map.of(), pools);
    }

    /**
     * Reads the file and opens the pools, as {@link #open(String)}.
     *
     * @param next another file with the wanted rule, whose tables, lists, defaults and algorithms stand for those under
     *     {@code sharding.next}; null if the file itself says what is wanted, or nothing is
     * @param settings properties that win over all others
     * @param pools completes the pools before they are used
     */
    public static ConfiguredDataSource open(
            String location, @Nullable String next, Map<String, Object> settings, BeanPostProcessor pools)
            throws SQLException {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("settings", settings));
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.addBeanPostProcessor(pools);
        CustomizableThreadFactory threads = new CustomizableThreadFactory("sharding-");
        threads.setDaemon(true);
        ExecutorService executor = Executors.newCachedThreadPool(threads);
        try {
            (next == null ? ShardingFile.load(location) : ShardingFile.load(location, next))
                    .forEach(environment.getPropertySources()::addLast);
            ShardingImport.apply(environment);
            return new ConfiguredDataSource(beans, executor, create(environment, beans, executor));
        } catch (IOException | RuntimeException failure) {
            beans.destroySingletons();
            executor.shutdown();
            throw new SQLNonTransientConnectionException(described(location, failure, environment), "08001", failure);
        } catch (SQLException failure) {
            beans.destroySingletons();
            executor.shutdown();
            throw failure;
        }
    }

    private static ShardingDataSource create(
            Environment environment, DefaultListableBeanFactory beans, ExecutorService executor) throws SQLException {
        MisplacedProperty.refuse(environment);
        UnreadVariable.refuse(environment);
        MisreadNames.refuse(environment);
        ShardingProperties properties = Binder.get(environment)
                .bindOrCreate(
                        "sharding",
                        Bindable.of(ShardingProperties.class),
                        new NoUnboundElementsBindHandler(
                                new IgnoreTopLevelConverterNotFoundBindHandler(), new UnboundElementsSourceFilter()));
        if (properties.dataSources().isEmpty()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING, OnShardingDataSources.PROPERTY, "no data source is configured");
        }
        beans.registerResolvableDependency(ConfigurableListableBeanFactory.class, beans);
        beans.registerSingleton(ShardingProperties.class.getName(), properties);
        beans.registerSingleton(Environment.class.getName(), environment);
        new ShardPoolRegistrar(environment)
                .registerBeanDefinitions(AnnotationMetadata.introspect(ConfiguredDataSource.class), beans);
        KeyGenerators generators = KeyGenerators.of(properties, environment, beans);
        beans.registerDisposableBean(KeyGenerators.BEAN, generators::close);
        ShardingRule rule = RuleReader.configured(properties, environment, beans, generators);
        ShardingDataSource logical = LogicalDataSource.create(
                properties,
                rule,
                RuleReader.next(properties, environment, beans, () -> generators),
                executor,
                List.of(),
                new PoolsAtRunTime(properties.dataSourceTemplate(), beans),
                beans);
        logical.joinOthers();
        return logical;
    }

    /** Returns the text that an application prints when it cannot start. */
    private static String described(String location, Throwable failure, Environment environment) {
        for (FailureAnalyzer analyzer : List.of(
                new ShardingConfigurationFailureAnalyzer(environment),
                new ShardingPropertyNameFailureAnalyzer(),
                new ShardingPropertyValueFailureAnalyzer(environment))) {
            @Nullable FailureAnalysis analysis = analyzer.analyze(failure);
            if (analysis != null) {
                return analysis.getDescription() + "\n" + analysis.getAction();
            }
        }
        return location + " cannot be used: " + failure.getMessage();
    }

    /** The logical DataSource; {@link #close()} closes it. */
    public ShardingDataSource dataSource() {
        return dataSource;
    }

    /** Compares what the databases hold with the file's rule, on the pools of this DataSource. */
    public Verifier verifier() {
        return new Verifier(TimedPools.of(pools()), dataSource.rule());
    }

    /** Reads the logical tables, to write them down for another engine. */
    public TableExport export() throws SQLException {
        return TableExport.of(dataSource, pools());
    }

    private Map<String, DataSource> pools() {
        return ShardPools.of(beans.getBean(ShardingProperties.class), dataSource.rule(), beans);
    }

    /** Closes the logical DataSource and its pools. */
    @Override
    public void close() {
        dataSource.close();
        beans.destroySingletons();
        executor.shutdown();
    }
}
