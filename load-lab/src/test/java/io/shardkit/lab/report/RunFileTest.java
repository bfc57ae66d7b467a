package io.shardkit.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFileTest {

    @TempDir
    Path folder;

    @Test
    void readsWhatItWrote() throws Exception {
        Run run = Runs.small();

        Report.write(run, folder.resolve("new"));

        assertThat(RunFile.read(folder.resolve("new").resolve(Report.FILE))).isEqualTo(run);
    }

    @Test
    void refusesWhatItDoesNotKnow() throws Exception {
        Report.write(Runs.small(), folder);
        Path file = folder.resolve(Report.FILE);
        Files.writeString(file, Files.readString(file).replaceFirst("\"title\"", "\"headline\""));

        assertThatThrownBy(() -> RunFile.read(file)).hasMessageContaining("headline");
    }
}
