package io.shardkit.boot.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.core.env.Environment;

/** Says which value under {@code sharding} cannot be read as its type. Stands before Boot's own. */
@Order(0)
final class ShardingPropertyValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {
    private static final ConfigurationPropertyName SHARDING = ConfigurationPropertyName.of("sharding");

    private static final Set<Class<?>> WHOLE = Set.of(int.class, long.class, Integer.class, Long.class);

    private final Environment environment;

    ShardingPropertyValueFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!SHARDING.isAncestorOf(cause.getName())
                || findCause(cause, UnboundConfigurationPropertiesException.class) != null) {
            return null;
        }
        ConfigurationProperty property = cause.getProperty();
        WrittenProperty written = property == null
                ? WrittenProperty.find(environment, cause.getName().toString())
                : WrittenProperty.of(property, property.getName().toString());
        Class<?> type = cause.getTarget().getType().resolve(Object.class);
        List<String> values = values(type);
        String value = written.value();
        String reason = reason(type, values, cause) + written.placeholder(environment);
        return new FailureAnalysis(
                ConfigurationFailure.description(List.of(ConfigurationFailure.problem(written, reason))),
                ConfigurationFailure.action("Correct the value.", value == null ? null : Nearest.to(value, values)),
                cause);
    }

    private static String reason(Class<?> type, List<String> values, BindException cause) {
        if (!values.isEmpty()) {
            return "the value is not one of " + values;
        }
        if (WHOLE.contains(type) && isNoNumber(cause)) {
            boolean millis = type == long.class && KnownProperties.isOfPool(cause.getName());
            return "the value is not a whole number" + (millis ? "; HikariCP takes milliseconds" : "");
        }
        if (cause.getCause() instanceof ConverterNotFoundException && (type.isRecord() || type == Map.class)) {
            List<String> names = KnownProperties.names(ResolvableType.forClass(type));
            return "its settings are expected below it" + (names.isEmpty() ? "" : ": " + names);
        }
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private static boolean isNoNumber(BindException cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof NumberFormatException) {
                return true;
            }
        }
        return false;
    }

    /** The values of an enum or a boolean, as they are written in a file; none for other types. */
    private static List<String> values(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return List.of("true", "false");
        }
        Object[] constants = type.getEnumConstants();
        return constants == null
                ? List.of()
                : Arrays.stream(constants)
                        .map(constant -> ((Enum<?>) constant)
                                .name()
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'))
                        .toList();
    }
}
