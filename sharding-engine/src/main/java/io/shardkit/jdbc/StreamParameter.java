package io.shardkit.jdbc;

import io.shardkit.error.ErrorCode;
import io.shardkit.error.ShardingExceptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A parameter that is given as a stream. The stream itself goes to the driver once; to be sent to several units, or to
 * wait in a batch, it is read into memory first.
 */
final class StreamParameter {
    private final @Nullable InputStream bytes;
    private final @Nullable Reader characters;
    private byte @Nullable [] bufferedBytes;
    private @Nullable String bufferedCharacters;
    private boolean taken;

    private StreamParameter(@Nullable InputStream bytes, @Nullable Reader characters) {
        this.bytes = bytes;
        this.characters = characters;
    }

    static StreamParameter of(InputStream bytes) {
        return new StreamParameter(bytes, null);
    }

    static StreamParameter of(Reader characters) {
        return new StreamParameter(null, characters);
    }

    /** An {@link InputStream} or a {@link Reader}, as it was given. */
    Object open() throws SQLException {
        if (bufferedBytes != null) {
            return new ByteArrayInputStream(bufferedBytes);
        }
        if (bufferedCharacters != null) {
            return new StringReader(bufferedCharacters);
        }
        return take();
    }

    private Object take() throws SQLException {
        if (taken) {
            throw ShardingExceptions.of(
                    ErrorCode.INVALID_ARGUMENT, "a stream that was already read; set the parameter again");
        }
        taken = true;
        if (bytes != null) {
            return bytes;
        }
        if (characters != null) {
            return characters;
        }
        throw new IllegalStateException("no stream");
    }

    void buffer() throws SQLException {
        if (bufferedBytes != null || bufferedCharacters != null) {
            return;
        }
        try {
            Object stream = take();
            if (stream instanceof InputStream input) {
                bufferedBytes = input.readAllBytes();
            } else if (stream instanceof Reader reader) {
                StringWriter text = new StringWriter();
                reader.transferTo(text);
                bufferedCharacters = text.toString();
            }
        } catch (IOException unreadable) {
            throw (SQLException) ShardingExceptions.of(ErrorCode.INVALID_ARGUMENT, "a stream that cannot be read")
                    .initCause(unreadable);
        }
    }

    @Override
    public String toString() {
        return "stream";
    }
}
