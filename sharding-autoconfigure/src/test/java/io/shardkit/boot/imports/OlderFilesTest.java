package io.shardkit.boot.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Forms of files of versions 3 and 4 as applications have them. */
@ExtendWith(OutputCaptureExtension.class)
class OlderFilesTest {
    private static final String VERSION_3 =
            """
            sharding.jdbc.datasource.names=ds0,ds1
            sharding.jdbc.datasource.ds0.type=com.alibaba.druid.pool.DruidDataSource
            sharding.jdbc.datasource.ds0.url=h2:a
            sharding.jdbc.datasource.ds0.username=sa
            sharding.jdbc.datasource.ds0.password=
            sharding.jdbc.datasource.ds1.type=com.alibaba.druid.pool.DruidDataSource
            sharding.jdbc.datasource.ds1.url=h2:b
            sharding.jdbc.datasource.ds1.username=sa
            sharding.jdbc.datasource.ds1.password=
            sharding.jdbc.config.sharding.tables.t_user.actual-data-nodes=ds$->{0..1}.t_user$->{0..1}
            sharding.jdbc.config.sharding.tables.t_user.table-strategy.inline.sharding-column=phone
            sharding.jdbc.config.sharding.tables.t_user.table-strategy.inline.algorithm-expression=t_user$->{phone % 2}
            sharding.jdbc.config.sharding.tables.t_user.key-generator-column-name=id
            sharding.jdbc.config.sharding.default-database-strategy.inline.sharding-column=id
            sharding.jdbc.config.sharding.default-database-strategy.inline.algorithm-expression=ds$->{id % 2}
            sharding.jdbc.config.props.sql.show=true
            """;

    private static Map<String, Object> properties(String location) {
        return ShardingImport.read(location).properties();
    }

    private static String properties3(String text) {
        return Imported.write(text.replaceAll("h2:(\\w+)", "jdbc:h2:mem:$1"), "application.properties");
    }

    @Test
    void propertiesOfVersion3AreRead() {
        assertThat(properties(properties3(VERSION_3)))
                .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
                .contains(
                        "sharding.data-sources.ds0.url=jdbc:h2:mem:a",
                        "sharding.tables.t_user.actual-data-nodes=ds{0..1}.t_user{0..1}",
                        "sharding.tables.t_user.database-strategy.algorithm=default_database",
                        "sharding.tables.t_user.table-strategy.sharding-column=phone",
                        "sharding.tables.t_user.key-generate-strategy.column=id");
        String wrong =
                VERSION_3.replace("sharding.tables.t_user.key-generator-column-name", "sharding.tables.t_user.keys");
        assertThatThrownBy(() -> properties(properties3(wrong)))
                .hasMessageContaining("line 13: tables.t_user.keys: it is not a part of a table");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring:\n  shardingsphere:\n", "sharding:\n  jdbc:\n"})
    void propertiesMayStandInYaml(String head) {
        String text =
                head + "    datasource:\n      names: ds0\n      ds0: {jdbc-url: 'jdbc:h2:mem:c', username: sa}\n";
        String rules = "sharding:\n  tables:\n    t_a:\n      actual-data-nodes: ds0.t_a\n";
        boolean three = head.startsWith("sharding");
        String below = (three ? "config:\n" + rules.indent(2) : rules).indent(4);
        assertThat(properties(Imported.write(text + below, "application.yml")))
                .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
                .contains(
                        "sharding.data-sources.ds0.url=jdbc:h2:mem:c", "sharding.tables.t_a.actual-data-nodes=ds0.t_a");
    }

    @Test
    void defaultsThatNoTableUsesAreTold(CapturedOutput output) {
        String unused = VERSION_3.replaceAll("(?m)^.*sharding.tables.*\n", "");
        assertThat(properties(properties3(unused))).isNotEmpty();
        assertThat(output).contains("line 10: ", "defaultDatabaseStrategy: no table uses it");
        properties(properties3(VERSION_3));
        assertThat(output).containsOnlyOnce("no table uses it");
    }

    @Test
    void anotherEncodingIsNamed(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("application.yml");
        Files.write(file, "spring:\n  # \u5206\u5e93\n  shardingsphere: {}\n".getBytes(Charset.forName("GBK")));
        assertThatThrownBy(() -> ShardingImport.read("file:" + file)).hasMessageContaining("is not in UTF-8");
    }
}
