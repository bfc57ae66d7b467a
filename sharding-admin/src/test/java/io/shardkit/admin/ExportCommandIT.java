package io.shardkit.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardkit.testing.OnDatabases;
import io.shardkit.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/** The command writes the tables down for other engines, by the rule in force. */
@ParameterizedClass
@OnDatabases(except = TestDatabase.H2)
class ExportCommandIT {
    @Parameter
    TestDatabase database;

    @TempDir
    Path folder;

    private AdminShop shop;
    private Commands commands;

    @BeforeEach
    void open() throws Exception {
        shop = new AdminShop(database).filled();
        commands = new Commands(shop.file());
        shop.start();
    }

    @AfterEach
    void close() throws Exception {
        shop.close();
    }

    private String exported(String engine, String... more) {
        List<String> arguments = new ArrayList<>(List.of("export", "--engine", engine));
        arguments.addAll(List.of(more));
        commands.run(Exit.DONE, arguments.toArray(String[]::new));
        return commands.out();
    }

    /** The actual tables that a script names. */
    private static List<String> actualTables(String script) {
        return Stream.of(script.split("[^a-z0-9_]+"))
                .filter(word -> word.matches("t_order(_item)?_\\d.*"))
                .distinct()
                .toList();
    }

    @Test
    void scriptHasTheTablesWhereTheRuleHasThemNow() {
        String before = exported("duckdb");
        assertThat(before).contains("epoch 1", "VIEW \"t_order\"", "VIEW \"t_order_item\"", "\"ds1\"");
        assertThat(actualTables(before))
                .containsExactlyInAnyOrder(
                        "t_order_0",
                        "t_order_1",
                        "t_order_2",
                        "t_order_3",
                        "t_order_item_0",
                        "t_order_item_1",
                        "t_order_item_2",
                        "t_order_item_3");
        assertThat(before).doesNotContain("ds2", "VIEW \"sharding_");
        commands.run(Exit.DONE, "moves", "start", "--unit", "ds0.t_order_1", "--to", "ds2");
        String after = exported("duckdb");
        assertThat(after).contains("epoch 2", "\"ds2\"").doesNotContain("VIEW \"t_order_1", "VIEW \"sharding_");
    }

    @Test
    void filesOfSeveralGoIntoAFolder() throws Exception {
        exported("flink", "--out", folder.toString());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("shardkit.sql", "pipeline-ds0.yaml", "pipeline-ds1.yaml");
        }
        assertThat(commands.out()).contains("2 tables, by the rule of epoch 1");
        exported("spark", "--out", folder.resolve("own.sql").toString());
        assertThat(folder.resolve("own.sql")).content().contains("CREATE OR REPLACE TEMPORARY VIEW");
    }

    @Test
    void onlyTheWantedTables() {
        assertThat(exported("duckdb", "--table", "T_ORDER_ITEM")).doesNotContain("VIEW \"t_order\"");
        commands.run(Exit.REFUSED, "export", "--engine", "duckdb", "--table", "t_odrer");
        assertThat(commands.err()).contains("SK-1025", "there is no table t_odrer");
        commands.run(Exit.USAGE, "export", "--engine", "excel");
    }
}
