package io.shardkit.boot.autoconfigure;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.core.ResolvableType;

/**
 * The part of a name under {@code sharding} that does not exist.
 *
 * @param wrong the name up to that part
 * @param reason why it is wrong
 * @param right the right name, or null if none is close
 */
record UnknownProperty(ConfigurationPropertyName wrong, String reason, @Nullable String right) {
    private static final String HIKARI = "hikari";
    private static final String PROPS = "props";
    private static final String NONE = "there is no such property";

    /** Names that Spring Boot, HikariCP and ShardingSphere have for the same. */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "jdbcurl", "url",
            "user", "username",
            "shardingalgorithmname", "algorithm",
            "keygeneratorname", "generator");

    /** Returns what is wrong with a name, level by level, as {@link ShardingProperties} declares them. */
    static UnknownProperty of(ConfigurationPropertyName name) {
        UnknownProperty walked = walked(name);
        return KnownProperties.isQualifiedTable(name)
                ? new UnknownProperty(
                        walked.wrong, NONE + "; a table is declared by its name alone, without a schema", walked.right)
                : walked;
    }

    private static UnknownProperty walked(ConfigurationPropertyName name) {
        ResolvableType type = ResolvableType.forClass(ShardingProperties.class);
        StringBuilder path = new StringBuilder("sharding");
        UnknownProperty dashes = null;
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            if (Map.class.equals(type.resolve())) {
                if (name.isNumericIndex(i)) {
                    dashes = new UnknownProperty(
                            name.chop(i),
                            path + " is not a list: write the name of each entry in place of its dash, as in '" + path
                                    + ".a_name.'",
                            null);
                }
                type = type.getGeneric(1);
                path.append('.').append(element);
            } else if (List.class.equals(type.resolve())) {
                if (!name.isNumericIndex(i)) {
                    return new UnknownProperty(
                            name.chop(i),
                            path
                                    + " is a list: write each of its elements after a dash, or all with commas between them",
                            null);
                }
                type = type.getGeneric(0);
                path.append('[').append(element).append(']');
            } else {
                String uniform = name.getElement(i, Form.UNIFORM);
                ResolvableType next = KnownProperties.below(type, uniform);
                if (next == null) {
                    return dashes == null
                            ? new UnknownProperty(name.chop(i + 1), NONE, right(name, i, type, path))
                            : dashes;
                }
                if (uniform.equals(HIKARI) && i + 1 < name.getNumberOfElements()) {
                    return new UnknownProperty(name, NONE, ofPool(name.getElement(i + 1, Form.ORIGINAL), path));
                }
                type = next;
                path.append('.').append(KnownProperties.written(element));
            }
        }
        return new UnknownProperty(name, NONE, null);
    }

    /** A setting of HikariCP; its URL stands one level higher. */
    private static @Nullable String ofPool(String element, StringBuilder path) {
        if (element.equals("url")) {
            return path.length() == "sharding".length() ? null : path + ".url";
        }
        String right = Nearest.to(element, KnownProperties.hikariNames());
        return right == null ? null : path + "." + HIKARI + "." + right;
    }

    private static @Nullable String right(
            ConfigurationPropertyName name, int i, ResolvableType type, StringBuilder path) {
        String element = name.getElement(i, Form.ORIGINAL);
        String uniform = name.getElement(i, Form.UNIFORM);
        String other = OTHER_WORDS.get(uniform);
        List<String> names = KnownProperties.names(type);
        String here = other != null && names.contains(other) ? other : Nearest.to(element, names);
        if (here != null) {
            return path + "." + here;
        }
        boolean last = i + 1 == name.getNumberOfElements();
        if (names.contains(PROPS)) {
            String setting = uniform.startsWith("prop") && !last ? name.getElement(i + 1, Form.ORIGINAL) : element;
            return path + "." + PROPS + "." + setting;
        }
        if (!last) {
            // One level too many, as ShardingSphere has it
            String below = name.getElement(i + 1, Form.UNIFORM);
            for (String candidate : names) {
                if (candidate.replace("-", "").equals(OTHER_WORDS.getOrDefault(below, below))) {
                    return path + "." + candidate;
                }
            }
        }
        String deeper = KnownProperties.deeper(type, element);
        return deeper == null ? null : path + "." + deeper;
    }
}
