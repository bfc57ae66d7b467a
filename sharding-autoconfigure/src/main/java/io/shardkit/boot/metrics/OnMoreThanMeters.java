package io.shardkit.boot.metrics;

import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import java.util.Arrays;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/**
 * Matches unless it is known that observations are made into meters only, which are recorded faster without them: where
 * the registry is Spring Boot's, nothing of the application or its properties adds to it or changes what it makes, and each
 * handler is one for meters.
 */
final class OnMoreThanMeters extends SpringBootCondition implements ConfigurationCondition {
    private static final String BOOT = "org.springframework.boot.";
    private static final String METERS = "io.micrometer.core.instrument.observation.MeterObservationHandler";
    private static final String CUSTOMIZER =
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationRegistryCustomizer";

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Observation handlers");
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        String[] handlers = beans.getBeanNamesForType(ObservationHandler.class, true, false);
        boolean meters = areBoots(beans, ObservationRegistry.class)
                && (!has(context, CUSTOMIZER) || areBoots(beans, type(context, CUSTOMIZER)))
                && areBoots(beans, ObservationFilter.class)
                && areBoots(beans, ObservationPredicate.class)
                && areBoots(beans, GlobalObservationConvention.class)
                && !isConfigured(context.getEnvironment())
                && handlers.length > 0
                && has(context, METERS)
                && Arrays.stream(handlers).allMatch(name -> beans.isTypeMatch(name, type(context, METERS)));
        return new ConditionOutcome(
                !meters, message.because(meters ? "all of them make meters" : "there may be others"));
    }

    /** Key values and names that are left out are those of observations. */
    private static boolean isConfigured(Environment environment) {
        return Binder.get(environment)
                .bind("management.observations", Bindable.mapOf(String.class, Object.class))
                .map(settings -> settings.containsKey("key-values") || settings.containsKey("enable"))
                .orElse(false);
    }

    private static boolean has(ConditionContext context, String type) {
        return ClassUtils.isPresent(type, context.getClassLoader());
    }

    private static Class<?> type(ConditionContext context, String name) {
        return ClassUtils.resolveClassName(name, context.getClassLoader());
    }

    /** Whether Spring Boot declares all beans of a type. */
    private static boolean areBoots(ConfigurableListableBeanFactory beans, Class<?> type) {
        return Arrays.stream(beans.getBeanNamesForType(type, true, false)).allMatch(name -> {
            String declaring = beans.containsBeanDefinition(name)
                    ? beans.getBeanDefinition(name).getFactoryBeanName()
                    : null;
            return declaring != null && declaring.startsWith(BOOT);
        });
    }
}
