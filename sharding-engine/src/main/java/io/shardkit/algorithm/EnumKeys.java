package io.shardkit.algorithm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of an enumeration. A number is not one of them: databases take it for the position of a member.
 *
 * @param members as they are declared, of printable ASCII characters
 * @param ignoresCase whether the database takes a member in other case for it
 */
record EnumKeys(List<String> members, boolean ignoresCase) implements ColumnKeys {

    EnumKeys {
        members = List.copyOf(members);
    }

    @Override
    public KeyType type() {
        return KeyType.ENUM;
    }

    @Override
    public Object canonical(@Nullable Object value) {
        if (value == null) {
            return NO_MATCH;
        }
        if (value instanceof String text) {
            for (String member : members) {
                boolean same = ignoresCase
                        ? FoldedKeys.lowerCase(member).equals(FoldedKeys.lowerCase(text))
                        : member.equals(text);
                if (same) {
                    return member;
                }
            }
        }
        return UNKNOWN;
    }
}
