package io.shardkit.lab.template;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * A template file of Mycat's test tool: a properties file with {@code sql}, a {@link Template}, {@code batch}, how many
 * statements are sent together (100), and {@code autocommit} (false), of which false commits after each batch. {@code
 * table} names the table that the statements insert into, whose rows are counted. {@code total} is not used: a run has
 * its time.
 *
 * @param table the logical table
 * @param sql made anew for each statement
 * @param batch at least 1
 * @param autocommit whether each statement commits by itself
 */
public record TemplateFile(String table, Template sql, int batch, boolean autocommit) {
    private static final int BATCH = 100;

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if something in it is missing or wrong
     */
    public static TemplateFile read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return of(properties, file.toString());
    }

    static TemplateFile of(Properties properties, String where) {
        return new TemplateFile(
                needed(properties, "table", where),
                Template.of(needed(properties, "sql", where)),
                Integer.parseInt(
                        properties.getProperty("batch", Integer.toString(BATCH)).strip()),
                Boolean.parseBoolean(
                        properties.getProperty("autocommit", "false").strip()));
    }

    private static String needed(Properties properties, String name, String where) {
        String value = properties.getProperty(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(where + " has no " + name);
        }
        return value.strip();
    }
}
