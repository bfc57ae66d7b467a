package io.shardkit.boot.metrics;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;

/** The context of a statement or a call: its span is that of a client, and nothing is sent along with it. */
final class ClientContext extends SenderContext<Object> {
    ClientContext() {
        super((carrier, key, value) -> {}, Kind.CLIENT);
        setCarrier(this);
    }

    /** Without {@code error.type} where nothing failed: meters need a value for it, and spans must not have one. */
    @Override
    public KeyValues getAllKeyValues() {
        KeyValues all = super.getAllKeyValues();
        for (KeyValue each : all) {
            if (isNone(each)) {
                return KeyValues.of(all.stream().filter(other -> !isNone(other)).toList());
            }
        }
        return all;
    }

    private static boolean isNone(KeyValue each) {
        return each.getKey().equals(MetricKey.ERROR_TYPE.key())
                && each.getValue().equals(MeterListener.NO_ERROR);
    }
}
