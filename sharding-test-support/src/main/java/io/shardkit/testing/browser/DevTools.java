package io.shardkit.testing.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chromium's DevTools protocol over a web socket. One thread may call at a time. */
final class DevTools implements WebSocket.Listener {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SECONDS = 120;

    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final Map<String, Consumer<JsonNode>> listeners = new ConcurrentHashMap<>();
    private final StringBuilder message = new StringBuilder();
    private final WebSocket socket;
    private int calls;

    DevTools(URI address) {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, this)
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Passes the events of a session to a listener, on the thread that receives them. */
    void listen(String session, Consumer<JsonNode> listener) {
        listeners.put(session, listener);
    }

    /**
     * Calls a method and waits for its result.
     *
     * @param session whose method it is, or null for the browser's
     * @throws IOException if the browser refuses, is gone, or does not answer for two minutes
     */
    JsonNode call(@Nullable String session, String method, Map<String, ?> parameters)
            throws IOException, InterruptedException {
        int id = ++calls;
        ObjectNode request =
                JSON.createObjectNode().put("id", id).put("method", method).set("params", JSON.valueToTree(parameters));
        if (session != null) {
            request.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        try {
            socket.sendText(request.toString(), true).get(SECONDS, TimeUnit.SECONDS);
            JsonNode answered = answer.get(SECONDS, TimeUnit.SECONDS);
            if (answered.has("error")) {
                throw new IOException(method + ": " + answered.get("error"));
            }
            return answered.path("result");
        } catch (ExecutionException | TimeoutException failure) {
            throw new IOException(method, failure);
        } finally {
            waiting.remove(id);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        message.append(part);
        if (last) {
            String whole = message.toString();
            message.setLength(0);
            try {
                received(JSON.readTree(whole));
            } catch (JsonProcessingException e) {
                onError(from, e);
            }
        }
        from.request(1);
        return null;
    }

    private void received(JsonNode told) {
        CompletableFuture<JsonNode> answer =
                told.has("id") ? waiting.get(told.get("id").asInt()) : null;
        if (answer != null) {
            answer.complete(told);
            return;
        }
        Consumer<JsonNode> listener = listeners.get(told.path("sessionId").asText());
        if (listener != null) {
            listener.accept(told);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        onError(from, new IOException("The browser has closed the connection: " + reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        waiting.values().forEach(answer -> answer.completeExceptionally(failure));
    }
}
