package io.shardkit.rule;

import io.shardkit.keygen.KeyGenerator;
import java.util.Locale;

/**
 * A column that is filled when an INSERT leaves it out.
 *
 * @param column the column, in lower case
 * @param generator makes the values
 */
public record KeyGeneration(String column, KeyGenerator generator) {

    public KeyGeneration {
        column = column.toLowerCase(Locale.ROOT);
    }
}
