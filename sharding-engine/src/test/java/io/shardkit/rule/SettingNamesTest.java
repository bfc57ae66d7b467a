package io.shardkit.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingException;
import io.shardkit.error.ShardingExceptions;
import io.shardkit.options.AtomicCommits;
import io.shardkit.options.Limits;
import io.shardkit.options.ReplicaSettings;
import io.shardkit.options.RuleStore;
import io.shardkit.options.ShardingOptions;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that a message names the settings that its reader has. */
class SettingNamesTest {
    private static final Map<String, Class<?>> TYPES = Map.of(
            "Limits", Limits.Builder.class,
            "ShardingOptions", ShardingOptions.Builder.class,
            "AtomicCommits", AtomicCommits.class,
            "ReplicaSettings", ReplicaSettings.class,
            "RuleStore", RuleStore.class);

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void codesNameNoPropertyToThoseWhoHaveNone(ErrorCode code) {
        assertThat(SettingNames.METHODS.in(code.message(""))).doesNotContain("sharding.");
        assertThat(SettingNames.PROPERTIES.in(code.message(""))).isEqualTo(code.message(""));
    }

    @Test
    void methodsExist() {
        SettingNames.OF_OPTIONS.values().stream()
                .filter(name -> name.contains("."))
                .forEach(name -> assertThat(Stream.of(TYPES.get(name.substring(0, name.indexOf('.')))
                                        .getMethods())
                                .map(Method::getName))
                        .contains(name.substring(name.indexOf('.') + 1)));
    }

    @Test
    void settingsOfTablesAreCallsOfItsDeclaration() {
        assertThat(Stream.of(
                                "sharding.tables.t_order.actual-data-nodes",
                                "sharding.tables.t_order.lookups.email.table",
                                "sharding.tables.t_order.key-generate-strategy.column",
                                "sharding.tables.t_order",
                                "sharding.tables",
                                "sharding.data-sources.ds0",
                                "sharding.binding-tables")
                        .map(SettingNames.METHODS::in))
                .containsExactly(
                        "table t_order, nodes",
                        "table t_order, lookup email.table",
                        "table t_order, generateKeys",
                        "table t_order",
                        "the tables",
                        "over ds0",
                        "bind");
    }

    @Test
    void aSchemaOfThatNameIsNoSetting() {
        for (String written : List.of("ds0.sharding.tables", "sharding.t_order", "SELECT * FROM sharding.orders")) {
            assertThat(SettingNames.METHODS.in(written)).isEqualTo(written);
        }
    }

    @Test
    void aFailureStaysWhatItIs() {
        for (ErrorCode code : ErrorCode.values()) {
            SQLException failure = ShardingExceptions.of(code, "of sharding.tables.t_order");
            failure.initCause(new IllegalStateException());
            failure.addSuppressed(new IllegalArgumentException());
            failure.setNextException(new SQLException("next"));
            SQLException told = SettingNames.METHODS.in(failure);
            assertThat((Throwable) told)
                    .hasSameClassAs(failure)
                    .hasMessageContaining("table t_order")
                    .hasSuppressedException(failure.getSuppressed()[0]);
            assertThat(told.getCause()).isSameAs(failure.getCause());
            assertThat(told.getMessage()).doesNotContain("sharding.");
            assertThat(told.getSQLState()).isEqualTo(failure.getSQLState());
            assertThat(told.getErrorCode()).isEqualTo(failure.getErrorCode());
            assertThat(told.getStackTrace()).isEqualTo(failure.getStackTrace());
            assertThat((Throwable) told.getNextException()).isSameAs(failure.getNextException());
            assertThat(((ShardingException) told).errorCode()).isEqualTo(code);
            assertThat(((ShardingException) told).detail()).isEqualTo("of table t_order");
            assertThat((Throwable) SettingNames.PROPERTIES.in(failure)).isSameAs(failure);
        }
    }

    @Test
    void aBatchThatFailsKeepsItsCounts() {
        SQLException first = ShardingExceptions.of(ErrorCode.TOO_MANY_UNITS, "4");
        BatchUpdateException batch = new BatchUpdateException(
                first.getMessage(), first.getSQLState(), first.getErrorCode(), new long[] {1, 2}, first);
        SQLException told = SettingNames.METHODS.in(batch);
        assertThat((Throwable) told).isInstanceOf(BatchUpdateException.class).hasMessageContaining("Limits.maxUnits");
        assertThat(((BatchUpdateException) told).getLargeUpdateCounts()).containsExactly(1, 2);
        assertThat(told.getCause()).isInstanceOf(ShardingException.class).hasMessageContaining("Limits.maxUnits");
    }
}
