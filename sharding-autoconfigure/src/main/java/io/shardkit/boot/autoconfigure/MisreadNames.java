package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.HashSet;
import java.util.Set;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** Refuses values that cannot be the names of columns, tables and other things, though they are strings. */
final class MisreadNames {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");
    private static final Set<String> NAMING = Set.of(
            "shardingcolumn",
            "shardingcolumns",
            "column",
            "alsoby",
            "table",
            "algorithm",
            "generator",
            "type",
            "bindingtables",
            "broadcasttables",
            "singletables",
            "defaultdatasource",
            "datasource");
    private static final Set<String> OF_OTHERS = Set.of("hikari", "props", "proxy");
    private static final Set<String> BOOLEANS = Set.of("true", "false");
    private static final String IN_YAML = "YAML reads no, off, yes and on as false and true; put the name in quotes";

    private MisreadNames() {}

    /**
     * @throws ShardingConfigurationException for a placeholder that nothing sets, and for a name that YAML reads as a
     *     boolean
     */
    static void refuse(Environment environment) {
        Set<ConfigurationPropertyName> seen = new HashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                for (ConfigurationPropertyName name : iterable) {
                    if (SHARDING.isAncestorOf(name) && seen.add(name)) {
                        checkKey(name);
                        ConfigurationProperty property = source.getConfigurationProperty(name);
                        if (property != null && isNaming(name)) {
                            check(name, property, environment);
                        }
                    }
                }
            }
        }
    }

    private static void checkKey(ConfigurationPropertyName name) {
        if (name.getNumberOfElements() > 2
                && name.getElement(1, Form.UNIFORM).equals("tables")
                && BOOLEANS.contains(name.getElement(2, Form.ORIGINAL))) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    name.chop(3).toString(),
                    "the table is called so by mistake: " + IN_YAML);
        }
    }

    private static boolean isNaming(ConfigurationPropertyName name) {
        int last = name.getNumberOfElements() - 1;
        for (int i = 1; i < last; i++) {
            if (OF_OTHERS.contains(name.getElement(i, Form.UNIFORM))) {
                return false;
            }
        }
        return NAMING.contains(name.getElement(name.isNumericIndex(last) ? last - 1 : last, Form.UNIFORM));
    }

    private static void check(ConfigurationPropertyName name, ConfigurationProperty property, Environment environment) {
        if (property.getValue() instanceof Boolean) {
            throw new ShardingConfigurationException(ErrorCode.INVALID_SETTING, name.toString(), IN_YAML);
        }
        ShardPool.resolved(environment.resolvePlaceholders(String.valueOf(property.getValue())), name.toString());
    }
}
