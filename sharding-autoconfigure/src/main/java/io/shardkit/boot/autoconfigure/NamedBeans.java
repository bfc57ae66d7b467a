package io.shardkit.boot.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.beans.factory.ListableBeanFactory;

/** Beans that settings refer to by name. */
final class NamedBeans {
    private NamedBeans() {}

    /** Returns true if there is a bean of that name and type. */
    static boolean has(ListableBeanFactory beans, String name, Class<?> type) {
        return beans.containsBean(name) && beans.isTypeMatch(name, type);
    }

    /** The declared names and those of the beans of a type, in alphabetical order. */
    static Set<String> with(Collection<String> declared, ListableBeanFactory beans, Class<?> type) {
        Set<String> names = new TreeSet<>(declared);
        names.addAll(List.of(beans.getBeanNamesForType(type)));
        return names;
    }
}
