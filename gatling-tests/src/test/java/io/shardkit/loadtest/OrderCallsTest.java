package io.shardkit.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardkit.lab.load.ClosedLoop;
import io.shardkit.lab.load.Task;
import io.shardkit.lab.load.Turn;
import io.shardkit.lab.load.Workers;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Against a service that counts what it holds and fails now and then. */
class OrderCallsTest {

    private final AcknowledgedOrders ledger = new AcknowledgedOrders();

    @Test
    void enterWhatWasAcknowledgedAndNothingElse() throws Exception {
        try (InMemoryOrderService service = InMemoryOrderService.start(
                        3, exchange -> exchange.getRequestMethod().equals("POST"));
                Workers workers = Workers.start()) {
            Turn turn = new ClosedLoop(3, workers).run(task(service, Operation.CREATE), Duration.ofMillis(300));

            assertThat(turn.failures().count()).isEqualTo(service.faults()).isPositive();
            assertThat(turn.failures().first()).contains("status 500 instead of 201");
            assertThat(ledger.sums()).isEqualTo(service.sums());
            assertThat(ledger.ids()).hasSize((int) service.sums().orders());
        }
    }

    /** The service knows none of the first orders, and says so for every one. */
    @Test
    void failWhereTheAnswerIsNotAboutWhatWasAsked() throws Exception {
        try (InMemoryOrderService service = InMemoryOrderService.start(1, exchange -> false)) {
            assertThatThrownBy(() -> task(service, Operation.READ).run(0)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> task(service, Operation.UPDATE).run(0)).isInstanceOf(IOException.class);
            assertThat(ledger.sums()).isEqualTo(new Sums(0, 0, 0, 0));
        }
    }

    @Test
    void mixTheSameOfEachKind() {
        int[] counts = new int[Operation.values().length];
        for (long call = 0; call < 100; call++) {
            counts[Operation.MIX.at(call).ordinal()]++;
        }
        assertThat(counts[Operation.READ.ordinal()]).isEqualTo(80);
        assertThat(counts[Operation.UPDATE.ordinal()]).isEqualTo(10);
        assertThat(counts[Operation.CREATE.ordinal()]).isEqualTo(10);
    }

    private Task task(InMemoryOrderService service, Operation operation) {
        return new OrderCalls(HttpClient.newHttpClient(), service.uri(), Orders.first(200), ledger).task(operation);
    }
}
