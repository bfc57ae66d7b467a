package io.shardkit.conformance;

import io.shardkit.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.Yaml;

/**
 * A known difference from the driver.
 *
 * @param step a regular expression for the names of the steps
 * @param pattern the same, compiled
 */
record Deviation(String step, Pattern pattern) {

    boolean covers(String name) {
        return pattern.matcher(name).matches();
    }

    /** Returns the deviations of an area on a kind of database. */
    static List<Deviation> of(String area, TestDatabase kind) {
        List<Deviation> deviations = new ArrayList<>();
        try (InputStream file = Objects.requireNonNull(Deviation.class.getResourceAsStream("/jdbc/deviations.yaml"))) {
            List<Map<String, Object>> entries = new Yaml().load(file);
            for (Map<String, Object> entry : entries) {
                if (!entry.keySet().equals(java.util.Set.of("area", "databases", "why", "steps"))) {
                    throw new IllegalStateException("not a deviation: " + entry);
                }
                List<String> databases =
                        List.of(Objects.toString(entry.get("databases")).split(", "));
                boolean here =
                        databases.contains(kind.name()) || (kind.isByConnectorJ() && databases.contains("CONNECTOR_J"));
                if (here && area.equals(entry.get("area"))) {
                    for (Object step : (List<?>) Objects.requireNonNull(entry.get("steps"))) {
                        deviations.add(
                                new Deviation(step.toString(), Pattern.compile(step.toString(), Pattern.DOTALL)));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return deviations;
    }
}
