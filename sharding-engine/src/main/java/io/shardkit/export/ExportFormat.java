package io.shardkit.export;

import java.util.List;

/** Writes the files of one engine. */
interface ExportFormat {
    /** Returns the files; names are within a folder of their own. */
    List<ExportFile> files(TableExport export);
}
