package com.example.orders;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Says in the log where to look once the service is ready. */
@Component
class StartMessage {

    private static final Logger log = LoggerFactory.getLogger(StartMessage.class);

    private final Environment environment;

    StartMessage(Environment environment) {
        this.environment = environment;
    }

    @EventListener(ApplicationReadyEvent.class)
    void logAddress() {
        log.info("See what can be tried at http://localhost:{}/", environment.getProperty("local.server.port", "8080"));
    }
}
