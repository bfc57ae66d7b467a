package io.shardkit.boot.autoconfigure;

import io.shardkit.testing.PublishedNames;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Compares the names of properties, which applications set, with those of earlier versions. */
class PublishedPropertiesTest {

    @Test
    void namesStay() throws IOException {
        new PublishedNames(Path.of("src", "test", "resources", "published", "properties.txt"))
                .areKept(Metadata.properties().keySet());
    }
}
