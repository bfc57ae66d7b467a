package io.shardkit.boot.autoconfigure;

import io.shardkit.algorithm.AlgorithmFactory;
import io.shardkit.algorithm.AlgorithmRegistry;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.algorithm.Targets;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;

/**
 * The type {@code inline} where Spring reads the configuration: a template may have its expression in the Spring
 * Expression Language as well, such as <code>t_order_#{order_id % 4}</code>.
 */
@API(status = API.Status.EXPERIMENTAL)
final class SpelInline implements AlgorithmFactory {
    private static final String EXPRESSION = "algorithm-expression";
    private static final String OPENING = "#{";

    private final AlgorithmFactory templates = AlgorithmRegistry.builtIn().factories().stream()
            .filter(factory -> factory.type().equals("inline"))
            .findFirst()
            .orElseThrow();

    @Override
    public String type() {
        return templates.type();
    }

    @Override
    public String description() {
        return templates.description();
    }

    @Override
    public List<Setting> settings() {
        return templates.settings();
    }

    @Override
    public ShardingAlgorithm create(Settings settings, Targets targets) {
        String template = settings.required(EXPRESSION);
        int opening = template.indexOf(OPENING);
        if (opening < 0) {
            return templates.create(settings, targets);
        }
        if (settings.text("negative-keys").isPresent()) {
            throw settings.invalid("negative-keys", "it is for templates; an expression says itself what it hashes");
        }
        int closing = template.lastIndexOf('}');
        if (closing < opening || template.indexOf(OPENING, opening + 1) >= 0) {
            throw wrong(settings, "'" + template + "' needs one expression in #{ }");
        }
        String expression = template.substring(opening + OPENING.length(), closing);
        Map<String, Integer> shards =
                shards(settings, template.substring(0, opening), template.substring(closing + 1), targets);
        String column =
                targets.columns().isEmpty() ? "value" : targets.columns().get(0);
        try {
            return SpelAlgorithm.of(expression, column, shards);
        } catch (ParseException | EvaluationException e) {
            throw wrong(settings, "'" + template + "' is not understood: " + e.getMessage());
        }
    }

    /** The targets by what their names have where the expression stands. */
    private static Map<String, Integer> shards(Settings settings, String before, String after, Targets targets) {
        Map<String, Integer> shards = new HashMap<>();
        for (int i = 0; i < targets.count(); i++) {
            String name = targets.names().get(i);
            boolean fits = name.length() >= before.length() + after.length()
                    && name.startsWith(before)
                    && name.endsWith(after);
            String own = fits ? name.substring(before.length(), name.length() - after.length()) : "";
            if (!fits || shards.put(own, i) != null) {
                throw wrong(settings, "it never names " + name + ", which is one of the targets");
            }
        }
        return shards;
    }

    private static ShardingConfigurationException wrong(Settings settings, String why) {
        return new ShardingConfigurationException(
                ErrorCode.INVALID_SETTING, settings.property() + "." + EXPRESSION, why);
    }
}
