package io.shardkit.boot.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAddressTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mariadb://db0:3306/shop | db0, 3306, shop",
                "jdbc:mysql://db0/shop?useSSL=true | db0, -, shop",
                "jdbc:mysql://app:secret@db0:3307/shop | db0, 3307, shop",
                "jdbc:postgresql://[::1]:5433/shop?currentSchema=a | ::1, 5433, shop",
                "jdbc:postgresql://db0/ | db0, -, -",
                "jdbc:h2:tcp://127.0.0.1:9092/mem:shop;MODE=MySQL | 127.0.0.1, 9092, mem:shop",
                "jdbc:h2:mem:shop | -, -, -",
                "jdbc:mariadb:replication://db0:3306,db1:3306/shop | -, -, -",
                "jdbc:mariadb://address=(host=db0)(port=3306)/shop | -, -, -",
            })
    void isThatOfTheUrl(String url, String expected) {
        ServerAddress address = ServerAddress.of(url);
        assertThat(text(address.host()) + ", " + text(address.port()) + ", " + text(address.namespace()))
                .isEqualTo(expected);
    }

    private static String text(@Nullable Object value) {
        return value == null ? "-" : value.toString();
    }

    @Test
    void namesAttributesByTheConventions() {
        Map<String, String> told = new TreeMap<>();
        ServerAddress.of("jdbc:mariadb://db0:3306/shop").tell(told::put);
        assertThat(told).hasToString("{db.namespace=shop, server.address=db0, server.port=3306}");
        told.clear();
        ServerAddress.of(null).tell(told::put);
        assertThat(told).isEmpty();
    }
}
