package io.shardkit.admin;

import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a command: text for people, or objects for programs.
 *
 * @param json whether it is objects that are printed
 */
record Output(PrintWriter out, boolean json) {

    /** Prints lines for people. */
    void say(String text) {
        if (!json) {
            out.println(text);
        }
    }

    /** Prints an object for programs. */
    void object(String type, Map<String, ? extends @Nullable Object> fields) {
        if (json) {
            out.println(Json.object(type, fields));
        }
    }

    /** Prints a record for programs. */
    void object(String type, Record value) {
        if (json) {
            object(type, Json.fields(value));
        }
    }
}
