package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseServersTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://db1:3306/,          jdbc:mariadb://db1:3306/x_2x1",
        "jdbc:mariadb://db1:3306,           jdbc:mariadb://db1:3306/x_2x1",
        "jdbc:mariadb://db1/?useSsl=true,   jdbc:mariadb://db1/x_2x1?useSsl=true",
    })
    void putADatabaseIntoAnAddress(String address, String url) {
        assertThat(DatabaseServers.inDatabase(address, "x_2x1")).isEqualTo(url);
    }
}
