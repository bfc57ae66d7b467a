package io.shardkit.boot.metrics;

import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.ObservationFilter;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationPredicate;
import io.micrometer.observation.ObservationRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
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
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/** The kinds of data that an application makes of observations, as far as its beans and properties tell. */
enum MadeOfObservations {
    /** Nothing but meters. */
    METERS,

    /** Meters, and spans as Spring Boot makes them, of which none is sampled whose parent is not. */
    METERS_AND_SPANS,

    /** These, or something else. */
    ANYTHING;

    private static final String BOOT = "org.springframework.boot.";
    private static final String OBSERVATION = BOOT + "micrometer.observation.autoconfigure.";
    private static final String METER_HANDLER = "io.micrometer.core.instrument.observation.MeterObservationHandler";
    private static final String SPAN_HANDLER = "io.micrometer.tracing.handler.TracingObservationHandler";

    /** The packages whose beans leave our observations as they are: those of net.ttddyy are for its own observations. */
    private static final List<String> HARMLESS = List.of(BOOT, "net.ttddyy.observation.boot.autoconfigure.");

    /** Beans that change what is made, or which spans are sampled, unless they are harmless. */
    private static final List<String> CHANGING = List.of(
            ObservationRegistry.class.getName(),
            ObservationFilter.class.getName(),
            ObservationPredicate.class.getName(),
            GlobalObservationConvention.class.getName(),
            OBSERVATION + "ObservationRegistryCustomizer",
            OBSERVATION + "ObservationHandlerGroup");

    private static final List<String> SAMPLING = List.of(
            "io.micrometer.tracing.Tracer",
            "io.opentelemetry.api.OpenTelemetry",
            "io.opentelemetry.sdk.trace.SdkTracerProvider",
            "io.opentelemetry.sdk.trace.samplers.Sampler",
            BOOT + "micrometer.tracing.opentelemetry.autoconfigure.SdkTracerProviderBuilderCustomizer");

    /** Matches unless it is known that meters, or meters and spans, are all that is made, which costs less without observations. */
    static final class OnAnything extends OnMade {
        OnAnything() {
            super(ANYTHING);
        }
    }

    /** Matches where meters and spans are all that is made. */
    static final class OnMetersAndSpans extends OnMade {
        OnMetersAndSpans() {
            super(METERS_AND_SPANS);
        }
    }

    private abstract static class OnMade extends SpringBootCondition implements ConfigurationCondition {
        private final MadeOfObservations wanted;

        OnMade(MadeOfObservations wanted) {
            this.wanted = wanted;
        }

        @Override
        public final ConfigurationPhase getConfigurationPhase() {
            return ConfigurationPhase.REGISTER_BEAN;
        }

        @Override
        public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            MadeOfObservations made = of(context);
            return new ConditionOutcome(
                    made == wanted,
                    ConditionMessage.forCondition("Made of observations")
                            .because(made.name().toLowerCase(Locale.ROOT)));
        }
    }

    private static MadeOfObservations of(ConditionContext context) {
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        String[] handlers = beans.getBeanNamesForType(ObservationHandler.class, true, false);
        if (handlers.length == 0
                || isConfigured(context.getEnvironment())
                || !CHANGING.stream().allMatch(type -> areHarmless(context, type))) {
            return ANYTHING;
        }
        if (Arrays.stream(handlers).allMatch(name -> is(context, name, METER_HANDLER))) {
            return METERS;
        }
        boolean spans = Arrays.stream(handlers)
                .allMatch(name -> is(context, name, METER_HANDLER)
                        || (is(context, name, SPAN_HANDLER) && isHarmless(context, name)));
        return spans
                        && followsParents(context.getEnvironment())
                        && SAMPLING.stream().allMatch(type -> areHarmless(context, type))
                ? METERS_AND_SPANS
                : ANYTHING;
    }

    /** Returns true if spans are sampled as their parents are. */
    private static boolean followsParents(Environment environment) {
        return Binder.get(environment)
                .bind("management.opentelemetry.tracing.sampler", String.class)
                .map(sampler -> sampler.toLowerCase(Locale.ROOT).startsWith("parent"))
                .orElse(true);
    }

    /** Key values and names that are left out are those of observations. */
    private static boolean isConfigured(Environment environment) {
        return Binder.get(environment)
                .bind("management.observations", Bindable.mapOf(String.class, Object.class))
                .map(settings -> settings.containsKey("key-values") || settings.containsKey("enable"))
                .orElse(false);
    }

    private static boolean is(ConditionContext context, String bean, String type) {
        return ClassUtils.isPresent(type, context.getClassLoader())
                && Objects.requireNonNull(context.getBeanFactory())
                        .isTypeMatch(bean, ClassUtils.resolveClassName(type, context.getClassLoader()));
    }

    /** Returns true if all beans of a type leave our observations as they are. */
    private static boolean areHarmless(ConditionContext context, String type) {
        if (!ClassUtils.isPresent(type, context.getClassLoader())) {
            return true;
        }
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        Class<?> resolved = ClassUtils.resolveClassName(type, context.getClassLoader());
        return Arrays.stream(beans.getBeanNamesForType(resolved, true, false))
                .allMatch(name -> isHarmless(context, name));
    }

    private static boolean isHarmless(ConditionContext context, String bean) {
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        String declaring = beans.containsBeanDefinition(bean) ? declaring(beans.getBeanDefinition(bean)) : null;
        return declaring != null && HARMLESS.stream().anyMatch(declaring::startsWith);
    }

    /** The class that has the bean's method, static or not. */
    private static @Nullable String declaring(BeanDefinition definition) {
        if (definition instanceof AnnotatedBeanDefinition annotated) {
            MethodMetadata method = annotated.getFactoryMethodMetadata();
            return method == null ? null : method.getDeclaringClassName();
        }
        return null;
    }
}
