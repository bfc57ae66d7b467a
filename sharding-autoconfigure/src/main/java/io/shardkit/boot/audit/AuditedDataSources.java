package io.shardkit.boot.audit;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Puts itself between the application and each DataSource that is a bean: the connections that it lends tell the audit of
 * what is sent. Each remains of its own class, and answers {@code unwrap} as it did.
 */
final class AuditedDataSources implements BeanPostProcessor, Ordered {
    private static final Logger LOGGER = LoggerFactory.getLogger(AuditedDataSources.class);

    private final Supplier<StatementAudit> audit;

    AuditedDataSources(Supplier<StatementAudit> audit) {
        this.audit = SingletonSupplier.of(audit);
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof DataSource dataSource)) {
            return bean;
        }
        try {
            Class<?> type = bean.getClass();
            ProxyFactory factory = new ProxyFactory(bean);
            factory.setProxyTargetClass(
                    !Modifier.isFinal(type.getModifiers()) && !Proxy.isProxyClass(type) && !type.isHidden());
            Lending lending = new Lending(audit, name, dataSource);
            factory.addAdvice(lending);
            Object proxy = factory.getProxy(type.getClassLoader());
            lending.show(proxy);
            return proxy;
        } catch (RuntimeException failure) {
            LOGGER.warn("Statements of the DataSource '{}' cannot be audited", name, failure);
            return bean;
        }
    }

    /** Lends connections that are watched. */
    private static final class Lending implements MethodInterceptor {
        private final Supplier<StatementAudit> audit;
        private final String name;
        private final DataSource dataSource;
        private final AtomicBoolean shown = new AtomicBoolean();
        private final AtomicBoolean warned = new AtomicBoolean();
        private volatile @Nullable Object proxy;

        Lending(Supplier<StatementAudit> audit, String name, DataSource dataSource) {
            this.audit = audit;
            this.name = name;
            this.dataSource = dataSource;
        }

        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            Object answer = invocation.proceed();
            if (answer instanceof ConnectionBuilder builder) {
                return AuditedCalls.builder(builder, statements());
            }
            if (!(answer instanceof Connection connection)) {
                return answer;
            }
            Object itself = proxy;
            if (itself != null && shown.compareAndSet(false, true)) {
                show(itself);
            }
            return invocation.getMethod().getReturnType().isInterface()
                    ? AuditedCalls.connection(connection, statements())
                    : ofClass(connection);
        }

        private Connection ofClass(Connection connection) {
            try {
                return AuditedCalls.connectionOfClass(connection, statements());
            } catch (RuntimeException failure) {
                if (warned.compareAndSet(false, true)) {
                    LOGGER.warn("Statements of the DataSource '{}' cannot be audited", name, failure);
                }
                return connection;
            }
        }

        private AuditedCalls.Statements statements() {
            return sent -> audit.get().sent(name, dataSource, sent);
        }

        /** Some read the fields of a pool, and not its methods: those of the proxy, which has the class, are the same. */
        void show(Object made) {
            proxy = made;
            if (dataSource.getClass().isInstance(made)) {
                try {
                    ReflectionUtils.shallowCopyFieldState(dataSource, made);
                } catch (RuntimeException closed) {
                    LOGGER.debug("The fields of {} cannot be read", dataSource.getClass(), closed);
                }
            }
        }
    }
}
