package io.shardkit.error;

import io.shardkit.testing.PublishedNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Compares the error codes, which applications and alerts match, with those of earlier versions. */
class PublishedErrorCodesTest {

    @Test
    void codesKeepTheirMeaning() throws IOException {
        new PublishedNames(Path.of("src", "test", "resources", "published", "error-codes.txt"))
                .areKept(Arrays.stream(ErrorCode.values())
                        .map(code -> code.code() + " " + code.name())
                        .toList());
    }
}
