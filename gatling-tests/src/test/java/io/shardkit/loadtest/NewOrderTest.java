package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NewOrderTest {

    @Test
    void isSentAsTheApplicationExpectsIt() {
        NewOrder order = new NewOrder(7, List.of(new NewOrder.Item("Tea", 2, 450), new NewOrder.Item("Honey", 1, 9)));

        assertThat(order.json())
                .isEqualTo("{\"userId\":7,\"countryCode\":\"DE\",\"items\":["
                        + "{\"product\":\"Tea\",\"quantity\":2,\"unitPrice\":4.50},"
                        + "{\"product\":\"Honey\",\"quantity\":1,\"unitPrice\":0.09}]}");
        assertThat(order.cents()).isEqualTo(909);
    }

    @Test
    void itsTotalIsThatOfTheItemsItSends() throws Exception {
        Random random = new Random(17);
        for (int i = 0; i < 200; i++) {
            NewOrder order = NewOrder.random(3, random);
            BigDecimal total = BigDecimal.ZERO;
            for (JsonNode item : new ObjectMapper().readTree(order.json()).get("items")) {
                total = total.add(new BigDecimal(item.get("unitPrice").asText())
                        .multiply(BigDecimal.valueOf(item.get("quantity").intValue())));
            }
            assertThat(total.movePointRight(2)).isEqualByComparingTo(BigDecimal.valueOf(order.cents()));
        }
    }
}
