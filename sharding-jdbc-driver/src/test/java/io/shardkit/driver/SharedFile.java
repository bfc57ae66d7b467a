package io.shardkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files to connect by. {@code h2:name} in them is a database in memory that no other file has. */
final class SharedFile {
    static final String BLOCK =
            """
            data-sources:
              ds0:
                url: h2:a
                username: sa
              ds1:
                url: h2:b
                username: sa
            tables:
              t_order:
                actual-data-nodes: ds{0..1}.t_order_{0..1}
                database-strategy:
                  sharding-column: user_id
                  algorithm: by-rest
                table-strategy:
                  sharding-column: order_id
                  algorithm: by-rest
            unique-keys:
              without-sharding-column: accept
            algorithms:
              by-rest:
                type: mod
            """;
    private static final String OPTIONS =
            ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_DELAY=-1";

    private SharedFile() {}

    /** The URL of a file of that text. */
    static String url(String text) {
        try {
            Path folder = Files.createTempDirectory("shardkit");
            Path file = folder.resolve("sharding.yml");
            Files.writeString(
                    file, text.replaceAll("h2:(\\w+)(?=\\s)", "jdbc:h2:mem:" + UUID.randomUUID() + "$1" + OPTIONS));
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return "jdbc:shardkit:file:" + file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL of one of the databases that a file names. */
    static String shard(String url, String name) {
        try {
            String text = Files.readString(Path.of(url.substring("jdbc:shardkit:file:".length())));
            Matcher found =
                    Pattern.compile("jdbc:h2:mem:[\\w-]+" + name + ";\\S+").matcher(text);
            assertThat(found.find()).isTrue();
            return found.group() + ";USER=sa";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
