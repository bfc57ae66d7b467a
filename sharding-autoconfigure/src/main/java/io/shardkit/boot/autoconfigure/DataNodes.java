package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The data nodes of a table as they are configured: one text with patterns separated by commas, or a list of them. A range
 * or a list after a dollar, as Groovy has it, is one of Shardkit's; Spring Boot leaves it, as no property has that name.
 */
final class DataNodes {
    private static final Pattern GROOVY = Pattern.compile("\\$\\{(\\s*\\d+\\s*\\.\\.\\s*\\d+\\s*|[^{}]*[,\\[][^{}]*)}");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}");

    private DataNodes() {}

    /**
     * Returns the patterns as one.
     *
     * @throws ShardingConfigurationException if a placeholder of Spring is left in it
     */
    static String pattern(List<String> nodes, String property) {
        String pattern = withoutDollars(nodes);
        Matcher placeholder = PLACEHOLDER.matcher(pattern);
        if (placeholder.find()) {
            throw new ShardingConfigurationException(
                    ErrorCode.INVALID_SETTING,
                    property,
                    placeholder.group() + " is not set; if it is to count, write a range as in ds{0..1}.t_{0..3}");
        }
        return pattern;
    }

    /** Returns the patterns as one; placeholders of Spring are left in it. */
    static String withoutDollars(List<String> nodes) {
        return GROOVY.matcher(String.join(",", nodes)).replaceAll("{$1}");
    }
}
