package io.shardkit.boot.autoconfigure;

import io.shardkit.keygen.KeyDatabases;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The pools of the data sources as key generators ask for them: each is opened when a generator first needs it, and kept
 * until the generators are closed.
 *
 * @param names the data sources, the default one first
 * @param pools their pools
 */
record KeyPools(List<String> names, ServerPools pools, ConfigurableListableBeanFactory beans) implements KeyDatabases {

    static KeyPools of(
            List<String> declared, @Nullable String home, ServerPools pools, ConfigurableListableBeanFactory beans) {
        List<String> names = new ArrayList<>(declared);
        if (home != null && names.remove(home.trim())) {
            names.add(0, home.trim());
        }
        return new KeyPools(List.copyOf(names), pools, beans);
    }

    @Override
    public DataSource named(String name) {
        String pool = pools.primary(name);
        beans.registerDependentBean(pool, KeyGenerators.BEAN);
        return beans.getBean(pool, DataSource.class);
    }
}
