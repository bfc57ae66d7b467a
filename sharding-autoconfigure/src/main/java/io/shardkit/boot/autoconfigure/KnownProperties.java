package io.shardkit.boot.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import java.beans.PropertyDescriptor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        if (name.getNumberOfElements() == 1) {
            // A variable by its own name
            return true;
        }
        if (SECRET.matcher(last).find()) {
            return true;
        }
        String group = name.getNumberOfElements() < 3 ? "" : name.getElement(1, Form.UNIFORM);
        return switch (group) {
            // A variable with an underscore in data-sources, whose parts have other places
            case "data" -> true;
            case HIKARI -> !isOfPool(name, 2, null);
            case "datasourcetemplate" -> !isOfPool(name, 2, ShardingProperties.Template.class);
            // A password may be written in place of a user's settings
            case "proxy" -> name.getElement(2, Form.UNIFORM).equals("users") && !isOfClient(last);
            case "datasources" -> name.getNumberOfElements() > 3 && !isOfDataSource(name);
            default -> false;
        };
    }

    private static boolean isOfClient(String last) {
        return last.equals("databases") || last.equals("maxconnections");
    }

    private static boolean isOfDataSource(ConfigurationPropertyName name) {
        String first = name.getElement(3, Form.UNIFORM);
        if (first.equals("primary")) {
            return isOfPool(name, 4, ShardingProperties.Primary.class);
        }
        boolean replica = first.equals("replicas") && name.getNumberOfElements() > 4 && name.isNumericIndex(4);
        return replica
                ? isOfPool(name, 5, ShardingProperties.Replica.class)
                : isOfPool(name, 3, ShardingProperties.Pool.class);
    }

    /** Returns true if a name is that of a pool's setting, or a setting of HikariCP; null as the type for the latter alone. */
    private static boolean isOfPool(ConfigurationPropertyName name, int at, @Nullable Class<?> type) {
        int depth = name.getNumberOfElements();
        if (type == null || depth <= at) {
            return depth <= at || (depth == at + 1 && isHikari(name.getLastElement(Form.UNIFORM)));
        }
        if (name.getElement(at, Form.UNIFORM).equals(HIKARI)) {
            return isOfPool(name, at + 1, null);
        }
        return depth == at + 1 && component(ResolvableType.forClass(type), name.getLastElement(Form.UNIFORM)) != null;
    }

    /** Returns true for a setting of HikariCP. */
    static boolean isOfPool(ConfigurationPropertyName name) {
        int depth = name.getNumberOfElements();
        return depth > 2 && name.getElement(depth - 2, Form.UNIFORM).equals(HIKARI);
    }

    private static boolean isHikari(String uniformName) {
        return hikariNames().stream().anyMatch(known -> known.replace("-", "").equals(uniformName));
    }

    /** Returns the type of a property by its name and that of what it stands under; null if there is no such property. */
    static @Nullable ResolvableType below(ResolvableType type, String uniformName) {
        RecordComponent component = component(type, uniformName);
        return component == null ? null : ResolvableType.forType(component.getGenericType());
    }

    /** Returns a name as the documentation writes it. */
    static String written(String name) {
        return dashed(name).replaceFirst("^-", "");
    }

    /**
     * Returns the property one level deeper that a name means: by its own name alone, as in {@code cross-source} for
     * {@code transaction.cross-source}, or together with that of its group; null if none is close.
     */
    static @Nullable String deeper(ResolvableType type, String name) {
        Map<String, String> byWords = new LinkedHashMap<>();
        String uniform = name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
        for (String group : names(type)) {
            ResolvableType below = below(type, group.replace("-", ""));
            for (String setting :
                    group.equals(HIKARI) ? hikariNames() : below == null ? List.<String>of() : names(below)) {
                if (setting.replace("-", "").equals(uniform)) {
                    return group + "." + setting;
                }
                byWords.put(group + "-" + setting, group + "." + setting);
            }
        }
        String nearest = Nearest.ofDistance(name, byWords.keySet(), 2);
        return nearest == null ? null : byWords.get(nearest);
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

    static List<String> names(ResolvableType type) {
        return components(type).map(component -> dashed(name(component))).toList();
    }

    /** The settings of HikariCP, without the URL, which has a place of its own. */
    static List<String> hikariNames() {
        List<String> names = new ArrayList<>();
        for (PropertyDescriptor property : BeanUtils.getPropertyDescriptors(HikariDataSource.class)) {
            if (property.getWriteMethod() != null && !property.getName().equals("jdbcUrl")) {
                names.add(dashed(property.getName()));
            }
        }
        return names;
    }

    private static String dashed(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
