package io.shardkit.console;

import io.shardkit.error.ErrorCode;
import java.util.Arrays;
import java.util.List;

/**
 * A code of a refusal.
 *
 * @param code such as {@code SK-2041}
 * @param name such as {@code WRITE_WITHOUT_CONDITION}
 * @param reason what happened
 * @param action what to do about it
 * @param sqlState that of the exception
 */
public record Code(String code, String name, String reason, String action, String sqlState) {
    static List<Code> all() {
        return Arrays.stream(ErrorCode.values())
                .map(each -> new Code(each.code(), each.name(), each.reason(), each.action(), each.sqlState()))
                .toList();
    }
}
