package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
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

        assertThat(settings).isEqualTo(new LoadSettings(9, 15, 20, 2_000, LoadSettings.ORDER_WORKLOAD));
        assertThat(settings.asJvmOptions())
                .containsExactly(
                        "-Dload.users=9",
                        "-Dload.seconds=15",
                        "-Dload.warmup=20",
                        "-Dload.orders=2000",
                        "-Dload.scenarios=read by key,update,create");
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
        assertThat(new LoadSettings(1, 1, 1, 30, List.of()).customers()).isEqualTo(30);
        assertThat(new LoadSettings(1, 1, 1, 5_000, List.of()).customers()).isEqualTo(100);
    }

    @Test
    void scenariosAreChosenByTheirNames() {
        assertThat(Scenario.parse("totals, read by key")).containsExactly(Scenario.TOTALS, Scenario.READ_BY_KEY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scenario.parse("read"))
                .withMessageStartingWith("load.scenarios has \"read\"; there are [read by key, ");
    }
}
