package io.shardkit.proxy.backend;

/**
 * A date that no calendar has, such as 0000-00-00, which a client has sent as a date and not as a text. MariaDB's driver
 * sends it on by {@link WrittenDateCodec}.
 *
 * @param text as the server writes it: 2024-00-00, or 2024-00-00 10:11:12.345678
 * @param timed whether it has a time
 */
public record WrittenDate(String text, boolean timed) {
    private static final int MICROS = 6;

    int number(int from, int to) {
        return text.length() < to ? 0 : Integer.parseInt(text.substring(from, to));
    }

    int micros() {
        return text.length() < 21 ? 0 : Integer.parseInt((text.substring(20) + "000000").substring(0, MICROS));
    }

    boolean isZero() {
        return text.chars().noneMatch(c -> c >= '1' && c <= '9');
    }

    @Override
    public String toString() {
        return text;
    }
}
