package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnSettingsTest {

    @AfterEach
    void forgetSettings() {
        List.of("load.gate", "load.operation", "load.gain.threads", "load.rounds", "load.orders")
                .forEach(System::clearProperty);
    }

    @Test
    void haveDefaults() {
        TurnSettings settings = TurnSettings.fromSystemProperties();

        assertThat(settings.operation()).isEqualTo(Operation.MIX);
        assertThat(settings.gate()).isEqualTo(new Capacity(4, 20));
        assertThat(settings.gainThreads()).endsWith(128);
        assertThat(settings.asMap()).containsKeys("load.seed", "load.rounds");
    }

    @Test
    void comeFromSystemProperties() {
        System.setProperty("load.gate", "off");
        System.setProperty("load.operation", "read");
        System.setProperty("load.gain.threads", "1, 512");

        TurnSettings settings = TurnSettings.fromSystemProperties();

        assertThat(settings.operation()).isEqualTo(Operation.READ);
        assertThat(settings.gate().isLimited()).isFalse();
        assertThat(settings.gate().url("jdbc:mariadb://h/d")).isEqualTo("jdbc:mariadb://h/d");
        assertThat(settings.gainThreads()).containsExactly(1, 512);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load.gate         | 4      | load.gate is \"off\" or",
                "load.gate         | 0x20   | load.gate is \"off\" or",
                "load.gate         | axb    | load.gate is \"off\" or",
                "load.operation    | delete | an operation is read, update, create or mix",
                "load.gain.threads | 1,many | load.gain.threads must be whole numbers",
                "load.gain.threads | 0      | load.gain.threads must be at least 1",
                "load.rounds       | 1      | load.rounds must be at least 2",
                "load.orders       | 127    | load.orders must be at least 128",
            })
    void nameThePropertyThatIsWrong(String property, String value, String message) {
        System.setProperty(property, value);

        assertThatIllegalArgumentException()
                .isThrownBy(TurnSettings::fromSystemProperties)
                .withMessageStartingWith(message);
    }

    @Test
    void readDurationsOfASoak() {
        assertThat(ServiceSoak.parse("2h")).isEqualTo(Duration.ofHours(2));
        assertThat(ServiceSoak.parse("90s")).isEqualTo(Duration.ofSeconds(90));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServiceSoak.parse("0h"))
                .withMessageStartingWith("load.soak is a duration");
    }

    @Test
    void knowTheCeilingOfADatabase() {
        assertThat(new Capacity(4, 20).ceiling()).isEqualTo(200);
        assertThat(new Capacity(4, 20).url("jdbc:mariadb://h/d"))
                .isEqualTo("jdbc:gate:places=4,micros=20000:jdbc:mariadb://h/d");
    }
}
