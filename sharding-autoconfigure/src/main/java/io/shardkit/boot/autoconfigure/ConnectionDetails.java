package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.container.ContainerImageMetadata;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * The beans of type {@link JdbcConnectionDetails} by data source. A bean is for the data source that is its qualifier, or
 * that its name names: {@code ds0ConnectionDetails}, or {@code jdbcConnectionDetailsForDs0} as Docker Compose has it of a
 * service {@code ds0}. If there is one data source, a single bean is for it whatever its name.
 */
final class ConnectionDetails {
    private static final Pattern SEPARATORS = Pattern.compile("[-_.]");

    private final ConfigurableListableBeanFactory beans;
    private final Collection<String> dataSources;
    private final List<String> candidates = new ArrayList<>();

    /** @param dataSources the names of all data sources */
    ConnectionDetails(ConfigurableListableBeanFactory beans, Collection<String> dataSources) {
        this.beans = beans;
        this.dataSources = dataSources;
        candidates.addAll(List.of(beans.getBeanNamesForType(JdbcConnectionDetails.class, true, false)));
    }

    /**
     * The name of the bean for a data source, or null.
     *
     * @throws ShardingConfigurationException if there are several
     */
    @Nullable String nameFor(String dataSource) {
        List<String> found =
                candidates.stream().filter(bean -> isFor(bean, dataSource)).toList();
        if (found.size() > 1) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    OnShardingDataSources.PROPERTY + "." + dataSource,
                    "the beans " + found + " of type JdbcConnectionDetails are all for it; leave one");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** The details for a data source, or null if none are there: its properties hold then. */
    @Nullable JdbcConnectionDetails of(String dataSource) {
        String name = nameFor(dataSource);
        return name == null ? null : beans.getBean(name, JdbcConnectionDetails.class);
    }

    /** Returns true if the details for a data source are those of a container. */
    boolean isOfContainer(String dataSource) {
        String name = nameFor(dataSource);
        return name != null
                && beans.containsBeanDefinition(name)
                && ContainerImageMetadata.isPresent(beans.getBeanDefinition(name));
    }

    /**
     * Refuses details that belong to no data source: what they point to would not be used, and whatever the properties
     * name would.
     */
    void refuseUnused() {
        for (String bean : candidates) {
            if (isCandidate(bean) && dataSources.stream().noneMatch(dataSource -> isFor(bean, dataSource))) {
                throw new ShardingConfigurationException(
                        ErrorCode.INVALID_SETTING,
                        OnShardingDataSources.PROPERTY,
                        "the bean '" + bean + "' of type JdbcConnectionDetails is for none of the data sources; give it"
                                + " the qualifier of one, as in @Qualifier(\""
                                + dataSources.iterator().next()
                                + "\"). There are " + List.copyOf(dataSources));
            }
        }
    }

    private boolean isCandidate(String bean) {
        return !beans.containsBeanDefinition(bean)
                || !(beans.getBeanDefinition(bean) instanceof AbstractBeanDefinition definition)
                || (definition.isAutowireCandidate() && definition.isDefaultCandidate());
    }

    private boolean isFor(String bean, String dataSource) {
        if (BeanFactoryAnnotationUtils.isQualifierMatch(dataSource::equals, bean, beans)) {
            return true;
        }
        boolean qualified = dataSources.stream()
                .anyMatch(other -> BeanFactoryAnnotationUtils.isQualifierMatch(other::equals, bean, beans));
        if (qualified) {
            return false;
        }
        if (dataSources.size() == 1
                && candidates.stream().filter(this::isCandidate).count() == 1) {
            return isCandidate(bean);
        }
        String name = uniform(bean);
        String wanted = uniform(dataSource);
        return name.equals(wanted + "connectiondetails")
                || name.equals(wanted + "jdbcconnectiondetails")
                || name.endsWith("connectiondetailsfor" + wanted)
                || name.endsWith("connectiondetailsfor" + wanted + "container");
    }

    private static String uniform(String name) {
        return SEPARATORS.matcher(name).replaceAll("").toLowerCase(Locale.ROOT);
    }
}
