package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.beans.PropertyDescriptor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/** The names that may stand under {@code sharding}, level by level, as {@link ShardingProperties} declares them. */
final class KnownProperties {
    private static final String HIKARI = "hikari";
    private static final Pattern SECRET = Pattern.compile("pass|pwd|secret|token|credential|privatekey|apikey");

    private KnownProperties() {}

    /**
     * Returns true if the value of a property is not to be shown: by its name, or because the property is where passwords
     * are and is not known to be anything else; it may be misspelt.
     */
    static boolean mayBeSecret(ConfigurationPropertyName name) {
        MisplacedProperty misplaced = MisplacedProperty.of(name);
        if (misplaced != null) {
            return mayBeSecret(misplaced.meant());
        }
        String last = name.getLastElement(Form.UNIFORM).toLowerCase(Locale.ROOT);
        if (SECRET.matcher(last).find()) {
            return true;
        }
        String group = name.getNumberOfElements() < 3 ? "" : name.getElement(1, Form.UNIFORM);
        int depth = name.getNumberOfElements();
        if (group.equals("data")) {
            // A variable with an underscore in data-sources, whose parts have other places
            return true;
        }
        if (group.equals(HIKARI)) {
            return depth > 3 || !isHikari(last);
        }
        if (group.equals("datasourcetemplate")) {
            return name.getElement(2, Form.UNIFORM).equals(HIKARI)
                    ? depth != 4 || !isHikari(last)
                    : depth > 3 || component(ResolvableType.forClass(ShardingProperties.Template.class), last) == null;
        }
        if (!group.equals("datasources") || depth == 3) {
            return false;
        }
        boolean hikari = name.getElement(3, Form.UNIFORM).equals(HIKARI);
        return hikari
                ? depth != 5 || !isHikari(last)
                : depth > 4 || component(ResolvableType.forClass(ShardingProperties.Pool.class), last) == null;
    }

    private static boolean isHikari(String uniformName) {
        return hikariNames().stream().anyMatch(known -> known.replace("-", "").equals(uniformName));
    }

    /** The right name for one that does not exist, or null if none is close. */
    static @Nullable String nearest(ConfigurationPropertyName name) {
        ResolvableType type = ResolvableType.forClass(ShardingProperties.class);
        StringBuilder path = new StringBuilder("sharding");
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            if (isMap(type)) {
                type = type.getGeneric(1);
                path.append('.').append(element);
                continue;
            }
            if (List.class.equals(type.resolve()) && name.isNumericIndex(i)) {
                type = type.getGeneric(0);
                path.append('[').append(element).append(']');
                continue;
            }
            RecordComponent component = component(type, name.getElement(i, Form.UNIFORM));
            if (component == null) {
                String right = Nearest.to(element, names(type));
                return right == null ? null : path.append('.').append(right).toString();
            }
            path.append('.').append(dashed(name(component)));
            if (component.getName().equals(HIKARI) && i + 1 < name.getNumberOfElements()) {
                String right = Nearest.to(name.getElement(i + 1, Form.ORIGINAL), hikariNames());
                return right == null ? null : path.append('.').append(right).toString();
            }
            type = ResolvableType.forType(component.getGenericType());
        }
        return null;
    }

    /** The property right under {@code sharding} that a part of a name probably means, or null if none is close. */
    static @Nullable String nearestGroup(String uniformName) {
        List<String> names = names(ResolvableType.forClass(ShardingProperties.class));
        String same = Nearest.to(
                uniformName, names.stream().map(name -> name.replace("-", "")).toList());
        return names.stream()
                .filter(name -> name.replace("-", "").equals(same))
                .findFirst()
                .orElse(null);
    }

    /** Returns true if there is such a property right under {@code sharding}. */
    static boolean isGroup(String uniformName) {
        return component(ResolvableType.forClass(ShardingProperties.class), uniformName) != null;
    }

    /**
     * Returns true if a name has one part too many before a setting of a table: {@code
     * sharding.tables.public.t_order...}.
     */
    static boolean isQualifiedTable(ConfigurationPropertyName name) {
        ResolvableType table = ResolvableType.forClass(ShardingProperties.Table.class);
        int at = name.getNumberOfElements() > 1
                        && name.getElement(1, Form.UNIFORM).equals("next")
                ? 2
                : 1;
        return name.getNumberOfElements() > at + 3
                && name.getElement(at, Form.UNIFORM).equals("tables")
                && component(table, name.getElement(at + 2, Form.UNIFORM)) == null
                && component(table, name.getElement(at + 3, Form.UNIFORM)) != null;
    }

    private static boolean isMap(ResolvableType type) {
        return Map.class.equals(type.resolve());
    }

    private static @Nullable RecordComponent component(ResolvableType type, String uniformName) {
        return components(type)
                .filter(component -> name(component).toLowerCase(Locale.ROOT).equals(uniformName))
                .findFirst()
                .orElse(null);
    }

    /** The name by which a property is written, where Java does not allow it. */
    private static String name(RecordComponent component) {
        return component.getName().equals("imported") ? "import" : component.getName();
    }

    private static Stream<RecordComponent> components(ResolvableType type) {
        Class<?> resolved = type.resolve();
        return resolved == null || !resolved.isRecord() ? Stream.empty() : Stream.of(resolved.getRecordComponents());
    }

    private static List<String> names(ResolvableType type) {
        return components(type).map(component -> dashed(name(component))).toList();
    }

    private static List<String> hikariNames() {
        List<String> names = new ArrayList<>();
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(HikariDataSource.class)) {
            if (property.getWriteMethod() != null) {
                names.add(dashed(property.getName()));
            }
        }
        return names;
    }

    private static String dashed(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
