package io.shardkit.boot.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when any property under {@code sharding.data-sources} is set. Reads names only, never a value. */
final class OnShardingDataSources extends SpringBootCondition {
    static final String PROPERTY = "sharding.data-sources";

    private static final ConfigurationPropertyName NAME = ConfigurationPropertyName.of(PROPERTY);

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Sharding data sources");
        Imports.apply(context.getEnvironment());
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(context.getEnvironment())) {
            if (source.containsDescendantOf(NAME) == ConfigurationPropertyState.PRESENT) {
                return ConditionOutcome.match(message.because(PROPERTY + " is set"));
            }
        }
        return ConditionOutcome.noMatch(message.because(PROPERTY + " is not set"));
    }
}
