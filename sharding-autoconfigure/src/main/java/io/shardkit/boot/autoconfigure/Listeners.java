package io.shardkit.boot.autoconfigure;

import io.shardkit.observe.CommitEnded;
import io.shardkit.observe.PlanMade;
import io.shardkit.observe.RowsCopied;
import io.shardkit.observe.RowsGathered;
import io.shardkit.observe.RowsMerged;
import io.shardkit.observe.StatementEnded;
import io.shardkit.observe.StatementListener;
import io.shardkit.observe.SwitchEnded;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

        /** Returns the answers of all listeners, or null if no listener gives one. */
        @Override
        public @Nullable Object statement() {
            @Nullable Object[] each = null;
            for (int i = 0; i < listeners.length; i++) {
                Object own = listeners[i].statement();
                if (own != null) {
                    each = each == null ? new @Nullable Object[listeners.length] : each;
                    each[i] = own;
                }
            }
            return each;
        }

        @Override
        public void shardCallStarted(@Nullable Object statement, String dataSource, String sql) {
            @Nullable Object[] each = (@Nullable Object[]) statement;
            for (int i = 0; i < listeners.length; i++) {
                listeners[i].shardCallStarted(each == null ? null : each[i], dataSource, sql);
            }
        }

        /** In the order in which ends are told. */
        @Override
        public void shardCalled(String dataSource, String sql, long nanos, boolean failed) {
            for (int i = listeners.length - 1; i >= 0; i--) {
                listeners[i].shardCalled(dataSource, sql, nanos, failed);
            }
        }

        @Override
        public void statementStarted() {
            for (StatementListener listener : listeners) {
                listener.statementStarted();
            }
        }

        /** Tells the listeners of the end in reverse order, as what they open is nested. */
        @Override
        public void statementEnded(StatementEnded event) {
            for (int i = listeners.length - 1; i >= 0; i--) {
                listeners[i].statementEnded(event);
            }
        }

        @Override
        public void rowsMerged(RowsMerged event) {
            for (StatementListener listener : listeners) {
                listener.rowsMerged(event);
            }
        }

        @Override
        public void rowsGathered(RowsGathered event) {
            for (StatementListener listener : listeners) {
                listener.rowsGathered(event);
            }
        }

        @Override
        public void commitEnded(CommitEnded event) {
            for (StatementListener listener : listeners) {
                listener.commitEnded(event);
            }
        }

        @Override
        public void planRequested(boolean kept) {
            for (StatementListener listener : listeners) {
                listener.planRequested(kept);
            }
        }

        @Override
        public void planMade(PlanMade event) {
            for (StatementListener listener : listeners) {
                listener.planMade(event);
            }
        }

        @Override
        public void rowsCopied(RowsCopied event) {
            for (StatementListener listener : listeners) {
                listener.rowsCopied(event);
            }
        }

        @Override
        public void switchEnded(SwitchEnded event) {
            for (StatementListener listener : listeners) {
                listener.switchEnded(event);
            }
        }
    }
}
