package io.shardkit.admin;

import io.shardkit.export.ExportEngine;
import io.shardkit.export.ExportFile;
import io.shardkit.export.TableExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes the tables down for engines that read many databases as one. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Writes what another engine needs to read the sharded tables as one. It has no passwords.")
final class ExportCommand implements Callable<Integer> {
    private final ShardingAdmin admin;

    @Option(names = "--engine", required = true, paramLabel = "ENGINE", description = "duckdb, spark, flink or trino")
    private ExportEngine engine = ExportEngine.DUCKDB;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "the file, which is replaced; a folder for flink and trino, which need several (default: the"
                    + " terminal)")
    private @Nullable Path out;

    @Option(
            names = "--table",
            paramLabel = "TABLE",
            split = ",",
            description = "of the sharded tables only these; all that are not sharded come along")
    private List<String> tables = List.of();

    ExportCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException, IOException {
        try (OpenInstance instance = admin.open()) {
            TableExport all = instance.export();
            TableExport export = tables.isEmpty() ? all : all.only(tables);
            List<ExportFile> files = engine.files(export);
            for (ExportFile file : files) {
                tell(file, export.epoch(), files.size() > 1);
            }
            if (out != null) {
                admin.output().say(export.summary());
            }
        }
        return Exit.DONE;
    }

    private void tell(ExportFile file, long epoch, boolean ofSeveral) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("engine", engine.word());
        fields.put("epoch", epoch);
        if (out == null) {
            admin.output().say(ofSeveral ? "# " + file.name() + "\n" + file.text() : file.text());
            fields.put("file", file.name());
            fields.put("text", file.text());
        } else {
            Path path = ofSeveral ? out.resolve(file.name()) : out;
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, file.text());
            admin.output().say(path.toString());
            fields.put("file", path.toString());
        }
        admin.output().object("export", fields);
    }
}
