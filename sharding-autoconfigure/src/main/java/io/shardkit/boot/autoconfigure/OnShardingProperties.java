package io.shardkit.boot.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches when anything is set under {@code sharding}, whether it is a property of Shardkit or not, or close to it. */
final class OnShardingProperties extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Sharding properties");
        Imports.apply(context.getEnvironment());
        String ours = SetProperties.anyUnderSharding(context.getEnvironment());
        Object set = ours == null ? MisplacedProperty.any(context.getEnvironment()) : ours;
        return set == null
                ? ConditionOutcome.noMatch(message.because("nothing is set under sharding"))
                : ConditionOutcome.match(message.because(set + " is set"));
    }
}
