package io.shardkit.boot.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * A property of Shardkit that is set under another name than {@code sharding}, and so would not be read. No value is read
 * to find one.
 *
 * @param name the name that is set
 * @param depth the number of its elements that stand where {@code sharding} has to stand alone
 */
record MisplacedProperty(ConfigurationPropertyName name, int depth) {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");

    /** All that is set under it was meant for Shardkit: no other product has it. */
    private static final ConfigurationPropertyName SPRING_SHARDING = ConfigurationPropertyName.of("spring.sharding");

    /** The product's name, under which an application may have settings of its own. */
    private static final List<ConfigurationPropertyName> PRODUCT =
            List.of(ConfigurationPropertyName.of("shardkit"), ConfigurationPropertyName.of("spring.shardkit"));

    /** The older framework's, which has names in common. */
    private static final ConfigurationPropertyName OLDER = ConfigurationPropertyName.of("spring.shardingsphere");

    private static final String DATA_SOURCES = "datasources";
    private static final String TABLES = "tables";
    private static final String NODES = "actualdatanodes";

    /**
     * Refuses properties that are Shardkit's without doubt and not read.
     *
     * @throws UnboundConfigurationPropertiesException with one property for each of the wrong beginnings
     */
    static void refuse(Environment environment) {
        Set<ConfigurationPropertyName> beginnings = new TreeSet<>();
        Set<ConfigurationProperty> found = new LinkedHashSet<>();
        for (IterableConfigurationPropertySource source : iterable(environment)) {
            for (ConfigurationPropertyName name : source) {
                MisplacedProperty misplaced = certain(name, SetProperties.isOfTheMachine(source));
                ConfigurationProperty property = misplaced == null ? null : source.getConfigurationProperty(name);
                if (misplaced != null && property != null && beginnings.add(name.chop(misplaced.depth))) {
                    found.add(property);
                }
            }
        }
        if (!found.isEmpty()) {
            throw new UnboundConfigurationPropertiesException(found);
        }
    }

    /** Returns a property that is Shardkit's without doubt or probably, and not read; null if there is none. */
    static @Nullable ConfigurationPropertyName any(Environment environment) {
        for (IterableConfigurationPropertySource source : iterable(environment)) {
            boolean machine = SetProperties.isOfTheMachine(source);
            for (ConfigurationPropertyName name : source) {
                if (certain(name, machine) != null || (!machine && probable(name))) {
                    return name;
                }
            }
        }
        return null;
    }

    /** Returns what was meant by a name; null if it was not meant for Shardkit, or has its right beginning. */
    static @Nullable MisplacedProperty of(ConfigurationPropertyName name) {
        return certain(name, false);
    }

    private static @Nullable MisplacedProperty certain(ConfigurationPropertyName name, boolean machine) {
        if (SPRING_SHARDING.isAncestorOf(name)) {
            return new MisplacedProperty(name, 2);
        }
        for (ConfigurationPropertyName product : PRODUCT) {
            if (product.isAncestorOf(name)) {
                int depth = product.getNumberOfElements();
                return isGroup(name.subName(depth), machine) ? new MisplacedProperty(name, depth) : null;
            }
        }
        int elements = name.getNumberOfElements();
        boolean nodes =
                elements > 2 && name.getElement(elements - 1, Form.UNIFORM).equals(NODES);
        return nodes
                        && name.getElement(elements - 3, Form.UNIFORM).equals(TABLES)
                        && !SHARDING.isAncestorOf(name)
                        && !OLDER.isAncestorOf(name)
                ? new MisplacedProperty(name, elements - 3)
                : null;
    }

    /** A variable of the machine has to be a setting with something below it: {@code SHARDKIT_LOG} may be anyone's. */
    private static boolean isGroup(ConfigurationPropertyName below, boolean machine) {
        String first = below.getElement(0, Form.UNIFORM);
        return machine
                ? below.getNumberOfElements() > 1
                        && (KnownProperties.isGroup(first)
                                || KnownProperties.isGroup(first + below.getElement(1, Form.UNIFORM)))
                : KnownProperties.nearestGroup(first) != null;
    }

    private static boolean probable(ConfigurationPropertyName name) {
        return name.getNumberOfElements() > 1
                && name.getElement(1, Form.UNIFORM).equals(DATA_SOURCES)
                && Nearest.to(name.getElement(0, Form.UNIFORM), List.of(SHARDING.toString())) != null;
    }

    private static List<IterableConfigurationPropertySource> iterable(Environment environment) {
        List<IterableConfigurationPropertySource> sources = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource each) {
                sources.add(each);
            }
        }
        return sources;
    }

    /** Returns the name under which it is read. */
    ConfigurationPropertyName meant() {
        return SHARDING.append(name.subName(depth));
    }

    /**
     * Returns why it is not read, and the name under which it is, in the form that it has: with dots, or with underscores as
     * a variable.
     *
     * @param written the name as it is set
     */
    Correction correction(String written) {
        boolean variable = written.indexOf('.') < 0;
        char separator = variable ? '_' : '.';
        int end = 0;
        for (int i = 0; i < depth; i++) {
            end = written.indexOf(separator, end) + 1;
        }
        String right = (variable ? "SHARDING" : SHARDING.toString()) + separator;
        return new Correction(
                "it is not read: all settings of Shardkit begin with " + right
                        + (end == 0 ? "" : ", not with " + written.substring(0, end)),
                right + written.substring(end));
    }

    /**
     * The change to make.
     *
     * @param reason why the property is not read
     * @param name the name to write instead, or null if none is close
     */
    record Correction(String reason, @Nullable String name) {}
}
