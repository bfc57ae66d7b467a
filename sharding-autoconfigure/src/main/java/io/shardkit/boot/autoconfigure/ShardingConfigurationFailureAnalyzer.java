package io.shardkit.boot.autoconfigure;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Says which property does not fit, where it stands, and what would be right. */
final class ShardingConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ShardingConfigurationException> {
    /** Details that refuse a name list those there are: {@code 'ds9' is not one of the data sources [ds0, ds1]}. */
    private static final Pattern NAME_AND_CANDIDATES = Pattern.compile("^'([^']+)'.*\\[([^\\[\\]]+)]$");

    private final Environment environment;

    ShardingConfigurationFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ShardingConfigurationException cause) {
        List<String> problems = new ArrayList<>();
        problems.add(problem(cause));
        // Of data sources, all that fail are reported together
        for (Throwable other : cause.getSuppressed()) {
            if (other instanceof ShardingConfigurationException also) {
                problems.add(problem(also));
            }
        }
        return new FailureAnalysis(
                ConfigurationFailure.description(problems),
                ConfigurationFailure.action(action(cause), meant(cause.detail())),
                cause);
    }

    private String problem(ShardingConfigurationException failure) {
        ErrorCode code = failure.errorCode();
        WrittenProperty property = WrittenProperty.find(environment, failure.property());
        String placeholder = failure.detail().contains("${") ? "" : property.placeholder(environment);
        boolean isUrl = failure.property().endsWith("url");
        return ConfigurationFailure.problem(
                property, code.code() + ": " + code.reason() + ": " + failure.detail() + (isUrl ? "" : placeholder));
    }

    private static String action(ShardingConfigurationException failure) {
        boolean isMissing = failure.errorCode() == ErrorCode.INVALID_SETTING
                && failure.detail().startsWith("it is missing");
        return isMissing ? "Set the property." : failure.errorCode().action();
    }

    private static @Nullable String meant(String detail) {
        Matcher matcher = NAME_AND_CANDIDATES.matcher(detail);
        return matcher.find()
                ? Nearest.to(matcher.group(1), List.of(matcher.group(2).split(", ")))
                : null;
    }
}
