package io.shardkit.proxy.session;

import io.shardkit.proxy.backend.ResultColumn;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.ColumnDefinition;
import io.shardkit.proxy.wire.FieldType;
import io.shardkit.proxy.wire.PacketWriter;
import io.shardkit.proxy.wire.ServerStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the packets that answers are made of. Not thread-safe. */
final class Replies {
    private static final int MOST_WARNINGS = 0xffff;

    private final ClientState state;
    private final PacketWriter writer;
    private boolean binary;

    Replies(ClientState state, PacketWriter writer) {
        this.state = state;
        this.writer = writer;
    }

    PacketWriter writer() {
        return writer;
    }

    private int status(int more) {
        return state.status() | more;
    }

    /** Nothing but success. */
    void ok() throws IOException {
        ok(0, 0, 0, 0);
    }

    /** @param more bits of {@link ServerStatus} beside those of the session */
    void ok(long count, long key, int warnings, int more) throws IOException {
        writer.begin()
                .int1(0)
                .lengthEncoded(count)
                .lengthEncoded(key)
                .int2(status(more))
                .int2(Math.min(warnings, MOST_WARNINGS))
                .end();
    }

    /** The end of rows, and of columns where a client wants that. */
    void end(int warnings, int more) throws IOException {
        writer.begin().int1(0xfe);
        if (deprecatesEof()) {
            writer.int1(0).int1(0).int2(status(more)).int2(Math.min(warnings, MOST_WARNINGS));
        } else {
            writer.int2(Math.min(warnings, MOST_WARNINGS)).int2(status(more));
        }
        writer.end();
    }

    private boolean deprecatesEof() {
        return state.client.has(Capability.DEPRECATE_EOF);
    }

    /** The old packet for the end, which some commands keep. */
    void eof() throws IOException {
        writer.begin().int1(0xfe).int2(0).int2(status(0)).end();
    }

    void error(ServerError error) throws IOException {
        String sqlState = error.sqlState().length() == 5 ? error.sqlState() : "HY000";
        writer.begin()
                .int1(0xff)
                .int2(error.number())
                .int1('#')
                .bytes(sqlState.getBytes(StandardCharsets.US_ASCII))
                .bytes(error.message().getBytes(state.characters.results().charset()))
                .end();
    }

    /** The columns of a result. */
    void columns(List<ColumnDefinition> columns, boolean withEnd, int more) throws IOException {
        writer.begin().lengthEncoded(columns.size()).end();
        definitions(columns);
        if (withEnd || !deprecatesEof()) {
            end(0, more);
        }
    }

    /** The columns of a result of the databases. */
    void results(List<ResultColumn> columns, boolean withEnd, int more) throws IOException {
        writer.begin().lengthEncoded(columns.size()).end();
        for (ResultColumn column : columns) {
            state.characters
                    .shown(column.definition())
                    .write(writer, state.characters.results().charset(), state.client.isExtended());
        }
        if (withEnd || !deprecatesEof()) {
            end(0, more);
        }
    }

    /** Columns or parameters of a prepared statement; nothing if there are none. */
    void described(List<ColumnDefinition> columns) throws IOException {
        definitions(columns);
        if (!columns.isEmpty() && !deprecatesEof()) {
            end(0, 0);
        }
    }

    private void definitions(List<ColumnDefinition> columns) throws IOException {
        for (ColumnDefinition column : columns) {
            state.characters
                    .shown(state.facts().isMariaDb() ? column : column.ofMysql())
                    .write(writer, state.characters.results().charset(), state.client.isExtended());
        }
    }

    /** From now on, or no longer, rows of the server's own go in the binary protocol. */
    void binary(boolean on) {
        binary = on;
    }

    /** Writes a result of the server's own: strings and whole numbers. */
    void table(List<ColumnDefinition> columns, List<List<@Nullable String>> rows, int more) throws IOException {
        columns(columns, false, more);
        for (List<@Nullable String> row : rows) {
            writer.begin();
            if (binary) {
                binaryRow(columns, row);
            } else {
                for (String value : row) {
                    writer.textOrNull(value, state.characters.results().charset());
                }
            }
            writer.end();
        }
        end(0, more);
    }

    private void binaryRow(List<ColumnDefinition> columns, List<@Nullable String> row) {
        writer.int1(0);
        int nulls = writer.mark();
        writer.zeros((columns.size() + 9) / 8);
        for (int i = 0; i < columns.size(); i++) {
            String value = row.get(i);
            if (value == null) {
                writer.or(nulls + (i + 2) / 8, 1 << ((i + 2) % 8));
            } else if (columns.get(i).type() == FieldType.LONGLONG) {
                writer.int8(Long.parseLong(value));
            } else {
                writer.text(value, state.characters.results().charset());
            }
        }
    }
}
