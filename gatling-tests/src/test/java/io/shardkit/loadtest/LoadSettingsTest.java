package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadSettingsTest {

    @AfterEach
    void forget() {
        System.clearProperty("load.users");
        System.clearProperty("load.seconds");
    }

    @Test
    void comeFromSystemPropertiesAndHaveDefaults() {
        System.setProperty("load.users", "9");

        LoadSettings settings = LoadSettings.fromSystemProperties();

        assertThat(settings).isEqualTo(new LoadSettings(9, 15, 10, 2_000));
        assertThat(settings.asJvmOptions())
                .containsExactly("-Dload.users=9", "-Dload.seconds=15", "-Dload.warmup=10", "-Dload.orders=2000");
    }

    @Test
    void nameThePropertyThatIsWrong() {
        System.setProperty("load.seconds", "soon");
        assertThatIllegalArgumentException()
                .isThrownBy(LoadSettings::fromSystemProperties)
                .withMessage("load.seconds must be a whole number, not \"soon\"");

        System.setProperty("load.seconds", "0");
        assertThatIllegalArgumentException()
                .isThrownBy(LoadSettings::fromSystemProperties)
                .withMessage("load.seconds must be at least 1, not 0");
    }

    @Test
    void giveEachCustomerAnOrder() {
        assertThat(new LoadSettings(1, 1, 1, 30).customers()).isEqualTo(30);
        assertThat(new LoadSettings(1, 1, 1, 5_000).customers()).isEqualTo(100);
    }

    @Test
    void profilesAreChosenByTheirNames() {
        assertThat(Profile.parse("jdbc, sharding")).containsExactly(Profile.JDBC, Profile.SHARDING);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Profile.parse("jdbc,shading"))
                .withMessage("load.profiles has \"shading\"; there are [jdbc, sharding]");
    }
}
