package io.shardkit.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.algorithm.KeyType;
import io.shardkit.dialect.Dialect;
import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.export.ExportedTable.ExportedColumn;
import io.shardkit.export.ExportedTable.ExportedPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the files for each engine with {@code export/*.txt}; {@code -Dshardkit.docs.write=true} writes these anew. */
class ExportFilesTest {
    private static final ExportedSource FIRST =
            new ExportedSource("ds0", Dialect.MARIADB, "db-0", 3306, "orders", "orders");
    private static final ExportedSource SECOND =
            new ExportedSource("ds-1", Dialect.POSTGRESQL, "db-1", 5432, "orders", "public");

    private static ExportedPart part(ExportedSource source, String table, ExportedBound... bounds) {
        return new ExportedPart(source, source.schema(), table, List.of(bounds));
    }

    private static TableExport export(TableExport.Guard... guards) {
        ExportedColumn id = new ExportedColumn("order_id", Types.BIGINT, "BIGINT", 19, 0, false);
        ExportedColumn user = new ExportedColumn("user_id", Types.BIGINT, "BIGINT UNSIGNED", 20, 0, false);
        ExportedColumn amount = new ExportedColumn("amount", Types.DECIMAL, "DECIMAL", 12, 2, true);
        ExportedColumn code = new ExportedColumn("code", Types.VARCHAR, "VARCHAR", 2, 0, false);
        ExportedColumn made = new ExportedColumn("made", Types.TIMESTAMP, "timestamp", 26, 6, false);
        return new TableExport(
                List.of(FIRST, SECOND),
                List.of(
                        new ExportedTable(
                                "t_order",
                                true,
                                List.of(id, user, amount),
                                List.of("order_id"),
                                false,
                                List.of(part(FIRST, "t_order_0"), part(FIRST, "t_order_1_g2")),
                                List.of()),
                        new ExportedTable(
                                "t_item",
                                true,
                                List.of(id, code, made),
                                List.of("order_id"),
                                true,
                                List.of(
                                        part(
                                                SECOND,
                                                "t_item_0",
                                                new ExportedBound("order_id", KeyType.INTEGER, null, 10L)),
                                        part(
                                                SECOND,
                                                "t_item_1",
                                                new ExportedBound("order_id", KeyType.INTEGER, 10L, 20L),
                                                new ExportedBound("made", KeyType.DATETIME, 86_400_000_000L, null))),
                                List.of()),
                        new ExportedTable(
                                "t_event",
                                true,
                                List.of(id, made),
                                List.of("order_id"),
                                false,
                                List.of(part(FIRST, "t_event_202601")),
                                List.of(
                                        part(FIRST, "t_event_202602"),
                                        part(FIRST, "t_Event_202603"),
                                        part(SECOND, "t_event_202604"))),
                        new ExportedTable(
                                "t_country",
                                false,
                                List.of(code),
                                List.of("code"),
                                true,
                                List.of(part(FIRST, "t_country")),
                                List.of())),
                List.of("t_later"),
                guards.length == 0 ? null : guards[0]);
    }

    @ParameterizedTest
    @EnumSource
    void filesOfAnEngine(ExportEngine engine) throws IOException {
        StringBuilder all = new StringBuilder();
        for (ExportFile file :
                engine.files(export(new TableExport.Guard(part(FIRST, "sharding_rule"), 3, "0123456789abcdef")))) {
            all.append("==== ").append(file.name()).append('\n').append(file.text());
        }
        Path golden = Path.of("src/test/resources/export", engine.word() + ".txt");
        if (Boolean.getBoolean("shardkit.docs.write")) {
            Files.createDirectories(golden.getParent());
            Files.writeString(golden, all);
        }
        assertThat(all.toString()).isEqualTo(Files.readString(golden));
    }

    @ParameterizedTest
    @EnumSource
    void saysThatItCannotTellWhenItIsOldWithoutAStoredRule(ExportEngine engine) {
        assertThat(engine.files(export()))
                .allSatisfy(file ->
                        assertThat(file.text()).contains("No rule is stored").doesNotContain("sharding_rule"));
    }

    @ParameterizedTest
    @EnumSource(names = "FLINK", mode = EnumSource.Mode.EXCLUDE)
    void noticesNewActualTablesWithoutAStoredRule(ExportEngine engine) {
        assertThat(engine.files(export()))
                .filteredOn(file -> file.name().equals("shardkit.sql"))
                .singleElement()
                .satisfies(file -> assertThat(file.text())
                        .contains("The actual tables of t_event that exist are not those of this export")
                        .contains("'t_event_202602'")
                        .doesNotContain("\"t_event_202602\"", "`t_event_202602`"));
    }

    /** With partial revokes MySQL takes names for no patterns, and a grant may be revoked for one database. */
    @Test
    void privilegesOnMysqlHaveNoPatternsWherePartsOfThemAreRevoked() {
        ExportedSource mysql = new ExportedSource("ds0", Dialect.MYSQL, "db-0", 3306, "orders", "orders");
        ExportedTable table = new ExportedTable(
                "t_event",
                true,
                List.of(),
                List.of(),
                false,
                List.of(part(mysql, "t_event_1"), part(FIRST, "t_event_2")),
                List.of(part(mysql, "t_event_3")));
        assertThat(GrowthCheck.of(table)).singleElement().satisfies(check -> {
            assertThat(check.present()).containsExactly("t_event_1");
            assertThat(check.query()).contains("@@partial_revokes = 0", "CASE @@partial_revokes WHEN 0 THEN");
        });
    }

    @Test
    void someTablesBringThoseThatAreNotSharded() {
        String text = ExportEngine.DUCKDB
                .files(export().only(List.of("T_ITEM")))
                .get(0)
                .text();
        assertThat(text).contains("VIEW \"t_item\"", "VIEW \"t_country\"").doesNotContain("t_order");
        assertThatThrownBy(() -> export().only(List.of("t_itme")))
                .isInstanceOfSatisfying(ShardingConfigurationException.class, refused -> assertThat(refused.errorCode())
                        .isSameAs(ErrorCode.EXPORT_REFUSED))
                .hasMessageContaining("there is no table t_itme");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "jdbc:mariadb://db-0/orders; db-0; 3306",
                "jdbc:mysql://user:secret@db-0:3307/orders?password=secret; db-0; 3307",
                "jdbc:mariadb:replication://one:3307,two:3308/orders; one; 3307",
                "jdbc:mysql://address=(host=db-0)(port=3310)/orders; db-0; 3310",
                "jdbc:mariadb://[::1]:3309/orders; [::1]; 3309",
                "jdbc:mysql:///orders; localhost; 3306"
            })
    void addressIsThatOfTheUrl(String url, String host, int port) {
        ExportedSource source = ExportedSource.at("ds0", Dialect.MARIADB, url, 3306, "orders", "orders");
        assertThat(source.host()).isEqualTo(host);
        assertThat(source.port()).isEqualTo(port);
        assertThat(source.toString()).doesNotContain("secret");
    }

    @Test
    void urlWithoutAHostIsRefused() {
        assertThatThrownBy(() -> ExportedSource.at("ds0", Dialect.MARIADB, "jdbc:own:orders", 3306, "orders", "orders"))
                .isInstanceOf(ShardingConfigurationException.class)
                .hasMessageContaining("sharding.data-sources.ds0.url");
    }
}
