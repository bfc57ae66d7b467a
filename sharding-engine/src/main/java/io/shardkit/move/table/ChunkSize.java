package io.shardkit.move.table;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The number of rows of the next chunk, by the bytes of the last one: memory is flat, however long rows are. Not thread-safe. */
final class ChunkSize {
    private static final int FIRST_ROWS = 100;

    private final int most;
    private final long bytes;
    private int rows;

    /** @param bytes the size of a chunk from which on the next ones have fewer rows */
    ChunkSize(int most, long bytes) {
        this.most = most;
        this.bytes = bytes;
        this.rows = Math.min(FIRST_ROWS, most);
    }

    int rows() {
        return rows;
    }

    void adapt(List<@Nullable Object[]> chunk) {
        long size = chunk.stream().mapToLong(MovedRows::size).sum();
        if (size > bytes) {
            rows = Math.max(1, (int) (rows * bytes / size));
        } else if (size < bytes / 2) {
            rows = Math.min(most, rows * 2);
        }
    }
}
