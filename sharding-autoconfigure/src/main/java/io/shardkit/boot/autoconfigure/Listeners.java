package io.shardkit.boot.autoconfigure;

import io.shardkit.observe.StatementListener;
import java.util.List;

/** Several listeners as one. */
final class Listeners {
    private Listeners() {}

    static StatementListener all(List<StatementListener> listeners) {
        return switch (listeners.size()) {
            case 0 -> StatementListener.NONE;
            case 1 -> listeners.get(0);
            default -> new Several(listeners.toArray(new StatementListener[0]));
        };
    }

    private static final class Several implements StatementListener {
        private final StatementListener[] listeners;

        Several(StatementListener[] listeners) {
            this.listeners = listeners;
        }

        @Override
        public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
            for (StatementListener listener : listeners) {
                listener.shardCalled(dataSource, sql, nanos, failed);
            }
        }
    }
}
