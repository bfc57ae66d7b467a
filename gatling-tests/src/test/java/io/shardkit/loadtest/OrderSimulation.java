package io.shardkit.loadtest;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * All scenarios, one after the other in one JVM, so that the generator is as warm for the first as for the last. The
 * model is closed: a fixed number of virtual users, each of which sends its next request when the last is answered.
 *
 * <p>First a fixed number of orders is created, then everything is warmed up by requests that leave the tables as they
 * were; what is measured afterwards begins from the same state whatever the speed of the application.
 */
public final class OrderSimulation extends Simulation {

    /** System property: where the application listens. */
    static final String BASE_URL = "load.base-url";

    /** System property: the file into which the acknowledged sums are written at the end. */
    static final String LEDGER_FILE = "load.ledger";

    /** False: when the time is up a pass goes on to its end, as each acknowledged change must still reach the ledger. */
    private static final boolean FINISH_THE_PASS = false;

    private final LoadSettings settings = LoadSettings.fromSystemProperties();
    private final AcknowledgedOrders ledger = new AcknowledgedOrders();

    /** Declares what runs; called by Gatling. */
    public OrderSimulation() {
        OrderRequests requests = new OrderRequests(ledger, settings.customers());
        List<PopulationBuilder> stages = new ArrayList<>();
        stages.add(fill(requests));
        stages.add(timed("warm-up", settings.warmup(), requests.unchanging("warm-up")));
        for (Scenario each : settings.scenarios()) {
            stages.add(timed(each.title(), settings.seconds(), requests.of(each)));
        }
        setUp(inSequence(stages)).protocols(http.baseUrl(System.getProperty(BASE_URL)));
    }

    @Override
    public void after() {
        try {
            ledger.sums().write(Path.of(System.getProperty(LEDGER_FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PopulationBuilder fill(OrderRequests requests) {
        int perUser = (settings.orders() + settings.users() - 1) / settings.users();
        return scenario("fill")
                .exec(repeat(perUser).on(requests.fill("fill")), requests.stopUnlessFilled())
                .injectOpen(atOnceUsers(settings.users()));
    }

    private PopulationBuilder timed(String name, int seconds, ChainBuilder requests) {
        return scenario(name)
                .exec(during(Duration.ofSeconds(seconds), FINISH_THE_PASS).on(requests))
                .injectOpen(atOnceUsers(settings.users()));
    }

    private static PopulationBuilder inSequence(List<PopulationBuilder> stages) {
        PopulationBuilder rest = stages.get(stages.size() - 1);
        for (int i = stages.size() - 2; i >= 0; i--) {
            rest = stages.get(i).andThen(rest);
        }
        return rest;
    }
}
