package io.shardkit.boot.endpoint;

import io.shardkit.boot.autoconfigure.StartPlaces;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.core.env.Environment;

/** Tells the paths of the console and of the endpoint, as far as they are exposed to the web. */
record EndpointPlaces(ObjectProvider<PathMappedEndpoints> web, Environment environment) implements StartPlaces {

    @Override
    public List<String> places() {
        List<String> places = new ArrayList<>();
        PathMappedEndpoints endpoints = web.getIfAvailable();
        if (endpoints != null) {
            add(places, endpoints, "console", EndpointId.of("shardingconsole"));
            add(places, endpoints, "endpoint", EndpointId.of("sharding"));
        }
        return places;
    }

    private void add(List<String> places, PathMappedEndpoints endpoints, String what, EndpointId id) {
        if (endpoints.getEndpoint(id) != null) {
            String port = environment.getProperty("management.server.port");
            places.add(what + " at " + (port == null ? "" : "port " + port + ", ") + endpoints.getPath(id));
        }
    }
}
