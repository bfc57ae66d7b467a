package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.jdbc.DataSourceProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;

/**
 * Opens the pools of data sources that come with a rule while the application runs, by the template. Each is a bean of its
 * name as the pools of the configured ones are, until its data source has gone. Thread-safe.
 */
public final class PoolsAtRunTime implements DataSourceProvider {
    /** A name becomes a part of URLs. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]*");

    private final ShardingProperties.@Nullable Template template;
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, DataSource> open = new LinkedHashMap<>();

    /** The data sources that have had a pool: what others know of them from the start may not be true any more. */
    private final Set<String> known = new HashSet<>();

    private final List<Follower> followers = new ArrayList<>();

    /** Gets the pools that are opened, and those that were. Its methods are called by one thread at a time. */
    public interface Follower {
        /** The pool of a data source can be used. */
        void opened(String dataSource, DataSource pool);

        /** The pool of a data source is closed. */
        void closed(String dataSource);
    }

    /**
     * @throws ShardingConfigurationException if all data sources of the template would be one database
     */
    PoolsAtRunTime(ShardingProperties.@Nullable Template template, ConfigurableListableBeanFactory beans) {
        this.template = template;
        this.beans = beans;
        if (template != null) {
            template.check();
        }
    }

    /** Tells a follower of the pools that are open, and of others from now on. */
    public synchronized void follow(Follower follower) {
        followers.add(follower);
        open.forEach(follower::opened);
    }

    /** Returns the pool of a data source, or null if none is open here. */
    synchronized @Nullable DataSource pool(String name) {
        return open.get(name);
    }

    /** Returns the data sources with an open pool. */
    synchronized List<String> names() {
        return List.copyOf(open.keySet());
    }

    /** Returns true for a data source that has had a pool here, open or not. */
    synchronized boolean isKnown(String name) {
        return known.contains(name);
    }

    @Override
    public DataSource open(String name) {
        DataSource pool = opened(name);
        synchronized (this) {
            open.put(name, pool);
            known.add(name);
            followers.forEach(each -> each.opened(name, pool));
        }
        return pool;
    }

    private DataSource opened(String name) {
        if (template == null) {
            throw new ShardingConfigurationException(
                    ErrorCode.UNKNOWN_DATA_SOURCE,
                    OnShardingDataSources.PROPERTY,
                    "this instance lacks data source " + name + ": neither " + OnShardingDataSources.PROPERTY + "."
                            + name + " nor " + ShardingProperties.Template.PROPERTY + " is configured");
        }
        if (!NAME.matcher(name).matches()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    ShardingProperties.Template.PROPERTY,
                    "the name '" + name + "' is not one of letters, digits, '_' and '-', and makes no URL; configure "
                            + OnShardingDataSources.PROPERTY + "." + name);
        }
        if (beans.containsBean(name)) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    OnShardingDataSources.PROPERTY + "." + name,
                    "the application has a bean '" + name + "' that is no configured data source; configure "
                            + OnShardingDataSources.PROPERTY + "." + name + ", or give one of the two another name");
        }
        ServerPools.Settings settings = template.named(name);
        if (!(beans instanceof BeanDefinitionRegistry registry)) {
            return ShardPool.of(name, settings, beans.getBean(Environment.class));
        }
        registry.registerBeanDefinition(name, definition(name, settings));
        try {
            return beans.getBean(name, DataSource.class);
        } catch (RuntimeException failure) {
            registry.removeBeanDefinition(name);
            for (Throwable each = failure; each != null; each = each.getCause()) {
                if (each instanceof ShardingConfigurationException own) {
                    throw own;
                }
            }
            throw failure;
        }
    }

    /** The logical DataSource closes the pool: it knows when nothing uses it any more. */
    private RootBeanDefinition definition(String name, ServerPools.Settings settings) {
        Environment environment = beans.getBean(Environment.class);
        RootBeanDefinition definition =
                new RootBeanDefinition(HikariDataSource.class, () -> ShardPool.of(name, settings, environment));
        definition.setDefaultCandidate(false);
        definition.setDestroyMethodName("");
        definition.setResourceDescription(ShardingProperties.Template.PROPERTY);
        return definition;
    }

    @Override
    public void close(String name, DataSource pool) throws Exception {
        try {
            if (beans instanceof BeanDefinitionRegistry registry && registry.containsBeanDefinition(name)) {
                registry.removeBeanDefinition(name);
            }
        } finally {
            DataSourceProvider.super.close(name, pool);
            synchronized (this) {
                open.remove(name);
                followers.forEach(each -> each.closed(name));
            }
        }
    }
}
