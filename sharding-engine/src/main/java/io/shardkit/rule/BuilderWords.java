package io.shardkit.rule;

import io.shardkit.error.ShardingConfigurationException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says what is wrong with a rule in the words of its builder, for applications that have no properties: for
 * {@code sharding.tables.t_order.actual-data-nodes} it says {@code table t_order, nodes}.
 */
final class BuilderWords {
    private static final Pattern PROPERTY = Pattern.compile("sharding\\.[a-z][\\w.-]*[\\w]");
    private static final Pattern TABLES = Pattern.compile("sharding\\.tables\\b");
    private static final Pattern PART =
            Pattern.compile("actual-data-nodes|database-strategy|table-strategy|also-by|auto-create"
                    + "|key-generate-strategy\\.generator|key-generate-strategy|unique-keys|(?<=\\.)moved(?=\\.)");
    private static final Map<String, String> WORDS = Map.of(
            "actual-data-nodes", "nodes",
            "database-strategy", "databaseBy",
            "table-strategy", "tableBy",
            "also-by", "alsoBy",
            "auto-create", "autoCreate",
            "key-generate-strategy.generator", "generateKeys",
            "key-generate-strategy", "generateKeys",
            "unique-keys", "uniqueKeys");
    private static final Map<String, String> METHODS = Map.of(
            "sharding.data-sources", "over",
            "sharding.broadcast-tables", "broadcast",
            "sharding.single-tables", "single",
            "sharding.binding-tables", "bind",
            "sharding.default-data-source", "defaultDataSource",
            "sharding.key-generate-strategies", "generateKeys");

    private BuilderWords() {}

    static ShardingConfigurationException of(ShardingConfigurationException failure) {
        return new ShardingConfigurationException(
                failure.errorCode(), text(failure.property()), text(failure.detail()), failure);
    }

    private static String text(String written) {
        String places = PROPERTY.matcher(written).replaceAll(BuilderWords::place);
        return PART.matcher(places).replaceAll(part -> WORDS.getOrDefault(part.group(), part.group()));
    }

    private static String place(MatchResult match) {
        String property = match.group();
        if (property.equals("sharding.tables")) {
            return "the tables";
        }
        for (Map.Entry<String, String> method : METHODS.entrySet()) {
            if (property.startsWith(method.getKey())) {
                return Matcher.quoteReplacement(method.getValue()
                        + property.substring(method.getKey().length()).replace('.', ' '));
            }
        }
        String ofTable = TABLES.matcher(property).replaceFirst("table").replaceFirst("\\.", " ");
        return Matcher.quoteReplacement(
                PART.matcher(ofTable).replaceAll(", $0").replace("., ", ", ").replace(", moved.", ", moved "));
    }
}
