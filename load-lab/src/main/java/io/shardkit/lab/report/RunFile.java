package io.shardkit.lab.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** A {@link Run} as a JSON file: its components by their names, instants as text. */
public final class RunFile {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // The components of a record and nothing else: what is computed from them is not written
            .visibility(PropertyAccessor.GETTER, JsonAutoDetect.Visibility.NONE)
            .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new InstantWriter())
                    .addDeserializer(Instant.class, new InstantReader()))
            .build();

    private RunFile() {}

    /** Reads what {@link #write} wrote; an unknown component is an error. */
    public static Run read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), Run.class);
    }

    static void write(Run run, Path file) throws IOException {
        JSON.writeValue(file.toFile(), run);
    }

    private static final class InstantWriter extends StdScalarSerializer<Instant> {
        InstantWriter() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantReader extends StdScalarDeserializer<Instant> {
        InstantReader() {
            super(Instant.class);
        }

        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.currentToken() != JsonToken.VALUE_STRING) {
                throw context.wrongTokenException(in, Instant.class, JsonToken.VALUE_STRING, "an instant is text");
            }
            return Instant.parse(in.getText());
        }
    }
}
