package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedIT {
    private static final int QUERIES = Effort.of(300);
    private static final int TRANSACTIONS = Effort.of(100);

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void queries(Topology topology) throws Exception {
        new GeneratedSuite(topology).queries(QUERIES);
    }

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void transactions(Topology topology) throws Exception {
        new GeneratedSuite(topology).transactions(TRANSACTIONS);
    }
}
