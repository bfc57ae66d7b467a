package io.shardkit.boot.autoconfigure;

import io.shardkit.boot.transaction.CommitAcross;
import io.shardkit.hint.ShardingHint;
import java.lang.reflect.Method;
import java.util.Objects;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Opens the scope of {@link CommitAcross} around methods, outside of their transactions. */
final class CommitAcrossAdvisor extends StaticMethodMatcherPointcutAdvisor {
    private static final long serialVersionUID = 1L;

    CommitAcrossAdvisor() {
        super((MethodInterceptor) CommitAcrossAdvisor::scoped);
        setOrder(Ordered.HIGHEST_PRECEDENCE);
        setClassFilter(type -> AnnotationUtils.isCandidateClass(type, CommitAcross.class));
    }

    private static @Nullable Object scoped(MethodInvocation call) throws Throwable {
        Class<?> type = Objects.requireNonNull(call.getThis()).getClass();
        CommitAcross told = Objects.requireNonNull(told(call.getMethod(), type));
        ShardingHint scope = ShardingHint.crossSource(told.value());
        try {
            return call.proceed();
        } finally {
            scope.close();
        }
    }

    @Override
    public boolean matches(Method method, Class<?> type) {
        return told(method, type) != null;
    }

    private static @Nullable CommitAcross told(Method method, Class<?> type) {
        Method own = AopUtils.getMostSpecificMethod(method, type);
        CommitAcross ofMethod = AnnotatedElementUtils.findMergedAnnotation(own, CommitAcross.class);
        return ofMethod != null
                ? ofMethod
                : AnnotatedElementUtils.findMergedAnnotation(own.getDeclaringClass(), CommitAcross.class);
    }
}
