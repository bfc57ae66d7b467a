package io.shardkit.frameworks.jpa;

import io.shardkit.keygen.SnowflakeKeyGenerator;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.EnumSet;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.jspecify.annotations.Nullable;

// region: jpa-key
@IdGeneratorType(SnowflakeId.Generator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface SnowflakeId {

    class Generator implements BeforeExecutionGenerator {
        private static final SnowflakeKeyGenerator KEYS = new SnowflakeKeyGenerator(7, 1000);

        @Override
        public Object generate(
                SharedSessionContractImplementor session, Object entity, @Nullable Object current, EventType event) {
            return KEYS.nextKey();
        }

        @Override
        public EnumSet<EventType> getEventTypes() {
            return EventTypeSets.INSERT_ONLY;
        }
    }
}
// endregion
