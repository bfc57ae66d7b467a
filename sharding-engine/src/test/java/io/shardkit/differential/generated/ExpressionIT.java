package io.shardkit.differential.generated;

import io.shardkit.differential.fixture.Effort;
import io.shardkit.differential.fixture.Topology;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpressionIT {
    private static final int EXPRESSIONS = Effort.of(400);

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void expressions(Topology topology) throws Exception {
        new ExpressionSuite(topology).expressions(EXPRESSIONS);
    }

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void positions(Topology topology) throws Exception {
        new ExpressionSuite(topology).positions();
    }

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void naturalJoins(Topology topology) throws Exception {
        new ExpressionSuite(topology).naturalJoins();
    }

    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"MARIADB_2X2", "POSTGRESQL_2X2"})
    void parentheses(Topology topology) throws Exception {
        new ExpressionSuite(topology).parentheses();
    }
}
