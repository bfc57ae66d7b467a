package io.shardkit.boot.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code sharding.enabled} is false, or {@code sharding.audit.enabled} is true. A value that is neither true nor false matches as well: binding the
 * properties then stops the start, where a condition would leave one plain database without a word.
 */
final class OnShardingEnabled extends SpringBootCondition {
    static final String PROPERTY = "sharding.enabled";
    private static final String AUDIT = "sharding.audit.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Sharding switch");
        try {
            boolean enabled = Binder.get(context.getEnvironment())
                    .bind(PROPERTY, Boolean.class)
                    .orElse(true);
            if (enabled && audits(context)) {
                return ConditionOutcome.noMatch(message.because(AUDIT + " is true"));
            }
            return new ConditionOutcome(enabled, message.because(PROPERTY + " is " + enabled));
        } catch (BindException unreadable) {
            return ConditionOutcome.match(message.because(PROPERTY + " cannot be read"));
        }
    }

    /** Returns true if statements are only to be planned by the rule. */
    private static boolean audits(ConditionContext context) {
        return Binder.get(context.getEnvironment()).bind(AUDIT, Boolean.class).orElse(false);
    }
}
