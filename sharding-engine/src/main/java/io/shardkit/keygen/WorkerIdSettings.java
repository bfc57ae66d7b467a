package io.shardkit.keygen;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.options.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads where a snowflake generator has its worker id from. */
final class WorkerIdSettings {
    static final String WORKER_ID = "worker-id";
    static final String LEASE_TIME = "lease-time";
    static final String GREATEST = "max-worker-id";
    private static final String OF_ENVIRONMENT = "env:";
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Pattern ORDINAL = Pattern.compile("-(\\d{1,9})$");
    private static final Logger LOGGER = LoggerFactory.getLogger(WorkerIdSettings.class);

    private final String generator;
    private final Settings settings;
    private final KeyDatabases databases;
    private final long toleranceMillis;
    /** The environment variables, by name; a process's own but for tests. */
    private final UnaryOperator<@Nullable String> environment;

    /** @param generator the name under which it is configured */
    WorkerIdSettings(
            String generator,
            Settings settings,
            KeyDatabases databases,
            long toleranceMillis,
            UnaryOperator<@Nullable String> environment) {
        this.generator = generator;
        this.settings = settings;
        this.databases = databases;
        this.toleranceMillis = toleranceMillis;
        this.environment = environment;
    }

    WorkerIds read() {
        String written = settings.text(WORKER_ID).orElse("");
        if (written.equalsIgnoreCase("lease")) {
            return lease();
        }
        for (String name : KeyTable.SETTINGS) {
            refuse(name);
        }
        refuse(LEASE_TIME);
        if (written.equalsIgnoreCase("ordinal")) {
            return WorkerIds.fixed(ordinal());
        }
        if (written.toLowerCase(Locale.ROOT).startsWith(OF_ENVIRONMENT)) {
            return WorkerIds.fixed(
                    ofEnvironment(written.substring(OF_ENVIRONMENT.length()).strip()));
        }
        if (written.isEmpty()) {
            LOGGER.warn(
                    "{}.{} is not set, 0 is used. Two running processes with one worker id can make one key twice:"
                            + " give each its own, 0 to 1023, or write env:NAME, ordinal or lease.",
                    settings.property(),
                    WORKER_ID);
            return WorkerIds.fixed(0);
        }
        return WorkerIds.fixed(number(written, "it is neither a number nor env:NAME, ordinal or lease"));
    }

    private void refuse(String name) {
        if (settings.text(name).isPresent()) {
            throw settings.invalid(name, "it is for worker-id lease only");
        }
    }

    private long ofEnvironment(String name) {
        String value = environment.apply(name);
        if (value == null || value.isBlank()) {
            throw settings.invalid(WORKER_ID, "the environment variable " + name + " is not set");
        }
        return number(value.strip(), "the environment variable " + name + " is not a whole number");
    }

    /** Pods of a stateful set are numbered: {@code orders-3}. */
    private long ordinal() {
        String host = host();
        Matcher digits = ORDINAL.matcher(host);
        if (!digits.find()) {
            throw settings.invalid(
                    WORKER_ID, "the host name '" + host + "' does not end in a number, as orders-3 does");
        }
        return number(digits.group(1), "");
    }

    private String host() {
        String host = environment.apply("HOSTNAME");
        try {
            String name =
                    host == null || host.isBlank() ? InetAddress.getLocalHost().getHostName() : host.strip();
            int dot = name.indexOf('.');
            return dot < 0 ? name : name.substring(0, dot);
        } catch (UnknownHostException e) {
            throw settings.invalid(WORKER_ID, "the host has no name");
        }
    }

    private long number(String text, String why) {
        try {
            long number = Long.parseLong(text);
            long greatest = greatest();
            if (number < 0 || number > greatest) {
                throw settings.invalid(WORKER_ID, number + " is not between 0 and " + greatest);
            }
            return number;
        } catch (NumberFormatException e) {
            throw settings.invalid(WORKER_ID, "'" + text + "': " + why);
        }
    }

    private long greatest() {
        return settings.number(GREATEST, SnowflakeKeyGenerator.MAX_WORKER, 0, SnowflakeKeyGenerator.MAX_WORKER);
    }

    private WorkerIds lease() {
        Duration time = settings.duration(LEASE_TIME, LEASE);
        if (time.compareTo(Duration.ofMillis(100)) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
            throw settings.invalid(LEASE_TIME, "it is not between 100ms and 1d");
        }
        KeyTable table = KeyTable.of(settings, databases, WorkerTable.NAME, WorkerTable.COLUMNS);
        try {
            return new WorkerLease(generator, new WorkerTable(table), (int) greatest(), time, toleranceMillis).start();
        } catch (KeyGenerationException e) {
            throw new ShardingConfigurationException(
                    e.errorCode(), settings.property() + "." + WORKER_ID, e.detail(), e);
        }
    }
}
