package io.shardkit.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests the output of an application whose imported configuration cannot be taken, or does not fit. */
@ExtendWith(OutputCaptureExtension.class)
class ImportFailureTest {
    @TempDir
    private Path folder;

    private StartFailure importing(String text, CapturedOutput output) throws IOException {
        Path file = Files.writeString(folder.resolve("older.yaml"), text);
        return StartFailure.of("sharding:\n  import: file:" + file + "\n", output);
    }

    @Test
    void linesThatCannotBeTakenAreListed(CapturedOutput output) throws IOException {
        StartFailure failure = importing(
                """
                dataSources:
                  ds:
                    url: jdbc:h2:mem:x
                    colour: red
                rules:
                - !MASK
                  tables: {}
                """,
                output);
        assertThat(failure.description())
                .contains("Property: sharding.import")
                .contains("application.yml] - 2:11")
                .contains("older.yaml has 3 lines that cannot be taken:")
                .contains("line 4: dataSources.ds.colour: HikariCP has no such setting")
                .contains("line 6: rules[0] !MASK: columns are not masked");
    }

    @Test
    void whatDoesNotFitIsFoundInItsOwnFile(CapturedOutput output) throws IOException {
        StartFailure failure = importing(
                """
                dataSources:
                  ds_0: {url: "jdbc:h2:mem:x0"}
                  ds_1: {url: "jdbc:h2:mem:x1"}
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_${0..1}
                      databaseStrategy:
                        standard:
                          shardingColumn: user_id
                          shardingAlgorithmName: gone
                """,
                output);
        assertThat(failure.description())
                .contains("Property: sharding.tables.t_order.database-strategy.algorithm")
                .contains("older.yaml] - 12:34")
                .contains("'gone' is neither an algorithm nor a bean");
    }
}
