package com.example.orders.byhand;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void areUniqueIncreasingAndHoldTheDatabase() {
        Keys keys = new Keys(8, 2);
        Set<Long> seen = new HashSet<>();
        long before = 0;
        for (int i = 0; i < 20_000; i++) {
            long key = keys.next(i % 2);
            assertThat(key & 1).isEqualTo(i % 2);
            assertThat(key >>> 12 & 1023).isEqualTo(8);
            assertThat(key).isGreaterThan(before);
            assertThat(seen.add(key)).isTrue();
            before = key;
        }
    }
}
