package io.shardkit.boot.autoconfigure;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.Environment;

/**
 * A property as it stands in the user's files.
 *
 * @param name the full name as written; of a property that is not set, the part that is set as written
 * @param value the value, without anything secret; null if it is not set
 * @param origin file and line, or null if not known
 */
record WrittenProperty(String name, @Nullable String value, @Nullable String origin) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}]*}");

    /** The variable that has many properties in it. */
    private static final Set<String> JSON = Set.of("SPRING_APPLICATION_JSON", "spring.application.json");

    private static final Pattern URL_PARAMETERS = Pattern.compile("[?;].*", Pattern.DOTALL);
    private static final Pattern URL_SECRET = Pattern.compile(
            "[^/:,&]*(?:pass|pwd|secret|token|key|credential)[^=]*=.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * The user's part of a URL, between the scheme and the host: {@code jdbc:x://user:word@} and {@code
     * jdbc:x:user/word@}.
     */
    private static final Pattern URL_USER = Pattern.compile("^(jdbc:[^:/@]*:|)(//)?.*@", Pattern.DOTALL);

    static WrittenProperty find(Environment environment, String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
        // A list has no value of its own: the line of its first element is shown
        for (ConfigurationPropertyName candidate : List.of(name, name.append("[0]"))) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty found = source.getConfigurationProperty(candidate);
                if (found != null) {
                    return of(found, property);
                }
            }
        }
        return unset(environment, name, property);
    }

    /** Of a property that nothing sets, with the line of what is below it, or of what stands beside it. */
    private static WrittenProperty unset(Environment environment, ConfigurationPropertyName name, String property) {
        String written = asWritten(environment, name, property);
        for (int depth = name.getNumberOfElements(); depth > 2 && depth > name.getNumberOfElements() - 2; depth--) {
            ConfigurationPropertyName group = name.chop(depth);
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty found = source.getConfigurationProperty(group);
                if (found != null) {
                    WrittenProperty whole = of(found, written);
                    return new WrittenProperty(written, whole.value, whole.origin);
                }
                ConfigurationProperty first =
                        source instanceof IterableConfigurationPropertySource iterable ? below(iterable, group) : null;
                String origin = first == null ? null : of(first, property).origin;
                if (origin != null) {
                    return new WrittenProperty(written, null, "near " + origin);
                }
            }
        }
        return new WrittenProperty(written, null, null);
    }

    private static @Nullable ConfigurationProperty below(
            IterableConfigurationPropertySource source, ConfigurationPropertyName group) {
        return source.stream()
                .filter(group::isAncestorOf)
                .findFirst()
                .map(source::getConfigurationProperty)
                .orElse(null);
    }

    /**
     * Returns what to add about the first placeholder of the value: that nothing sets it, or what it stands for; empty if
     * there is none.
     */
    String placeholder(Environment environment) {
        Matcher placeholder = PLACEHOLDER.matcher(value == null ? "" : value);
        if (!placeholder.find()) {
            return "";
        }
        String resolved = environment.resolvePlaceholders(placeholder.group());
        return resolved.equals(placeholder.group())
                ? "; " + resolved + " is not set"
                : "; " + placeholder.group() + " is '" + resolved + "'";
    }

    static WrittenProperty of(ConfigurationProperty property, String fallbackName) {
        Origin origin = property.getOrigin();
        String name = fallbackName;
        String place = null;
        if (origin instanceof PropertySourceOrigin source) {
            name = JSON.contains(source.getPropertyName()) ? fallbackName : source.getPropertyName();
            Origin parent = source.getOrigin();
            place = parent == null ? "\"" + source.getPropertySource().getName() + "\"" : parent.toString();
        } else if (origin != null) {
            place = origin.toString();
        }
        return new WrittenProperty(name, shown(property.getName(), String.valueOf(property.getValue())), place);
    }

    /** The longest part of the name that is set, as written, and the rest of it as asked for. */
    private static String asWritten(Environment environment, ConfigurationPropertyName name, String property) {
        String best = property;
        int longest = 0;
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (!(source instanceof IterableConfigurationPropertySource iterable)) {
                continue;
            }
            for (ConfigurationPropertyName candidate : iterable) {
                int common = common(name, candidate);
                if (common > longest) {
                    longest = common;
                    best = join(candidate, 0, common) + join(name, common, name.getNumberOfElements());
                }
            }
        }
        return best;
    }

    private static int common(ConfigurationPropertyName a, ConfigurationPropertyName b) {
        int limit = Math.min(a.getNumberOfElements(), b.getNumberOfElements());
        int i = 0;
        while (i < limit
                && a.getElement(i, Form.UNIFORM).equals(b.getElement(i, Form.UNIFORM))
                && isIndexed(a, i) == isIndexed(b, i)) {
            i++;
        }
        return i;
    }

    private static boolean isIndexed(ConfigurationPropertyName name, int element) {
        return name.chop(element + 1).isLastElementIndexed();
    }

    private static String join(ConfigurationPropertyName name, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            String element = name.getElement(i, Form.ORIGINAL);
            if (isIndexed(name, i)) {
                text.append('[').append(element).append(']');
            } else {
                text.append(i == 0 ? "" : ".").append(element);
            }
        }
        return text.toString();
    }

    private static @Nullable String shown(ConfigurationPropertyName name, String value) {
        String last = name.getLastElement(Form.UNIFORM).toLowerCase(Locale.ROOT);
        if (KnownProperties.mayBeSecret(name)) {
            return null;
        }
        return last.endsWith("url") ? withoutSecrets(value) : value;
    }

    /** Credentials may stand in the parameters of a URL, or before the host. */
    static String withoutSecrets(String url) {
        String place = URL_PARAMETERS.matcher(url).replaceFirst("");
        return URL_SECRET.matcher(URL_USER.matcher(place).replaceFirst("$1$2")).replaceFirst("");
    }
}
