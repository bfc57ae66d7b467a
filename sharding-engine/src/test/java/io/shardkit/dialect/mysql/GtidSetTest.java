package io.shardkit.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GtidSetTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4350f323-7565-4e59-8763-4b1b83a0ce0e";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A:1-5 | A:1-5 | true",
                "A:1-6 | A:1-5 | true",
                "A:1-5 | A:1-6 | false",
                "A:1-5:7-9 | A:8 | true",
                "A:1-5:7-9 | A:6 | false",
                "A:1-5:7-9 | A:1-9 | false",
                "A:1-5,B:1-2 | A:1-5 | true",
                "B:1-2, A:1-5 | A:1-5 | true",
                "B:1-2 | A:1-5 | false",
                "A:1-5 | '' | true",
                "'' | A:1 | false",
                "A:1-5:jobs:1-3 | A:jobs:2 | true",
                "A:1-5:jobs:1-3 | A:4-5:jobs:1-3 | true",
                "A:1-5:jobs:1-3 | A:jobs:4 | false",
                "A:1-5:jobs:1-3 | A:other:1 | false",
            })
    void containsTheIdsOfAnother(String applied, String written, boolean contained) {
        assertThat(GtidSet.parse(named(applied)).contains(GtidSet.parse(named(written))))
                .isEqualTo(contained);
    }

    private static String named(String text) {
        return text.replace("A", A).replace("B", B);
    }
}
