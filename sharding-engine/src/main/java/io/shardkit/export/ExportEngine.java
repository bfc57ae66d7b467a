package io.shardkit.export;

import java.util.List;
import java.util.Locale;

/** The engines that can read the sharded tables as one. */
public enum ExportEngine {
    /** DuckDB: a script that attaches the databases, and has a view for each table. */
    DUCKDB(new DuckDbExport()),
    /** Spark SQL: a script with a view for each table, over one JDBC relation for each actual table. */
    SPARK(new SparkExport()),
    /** Flink SQL and pipelines of Flink CDC: the changes of each table as one stream. */
    FLINK(new FlinkExport()),
    /** Trino: a catalogue for each data source, and a script with a view for each table. */
    TRINO(new TrinoExport());

    @SuppressWarnings("ImmutableEnumChecker") // no format has a state
    private final ExportFormat format;

    ExportEngine(ExportFormat format) {
        this.format = format;
    }

    /** Writes the files for the engine; there is one, or several for a folder. */
    public List<ExportFile> files(TableExport export) {
        return format.files(export);
    }

    /** Returns the name of the engine in commands. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
