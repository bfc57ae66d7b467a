package io.shardkit.boot.imports;

import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Key generators, and which table's column is filled by which. Not thread-safe. */
final class KeyGenerationImport {
    private static final String SECTION = "key-generators";

    /** The generator that a strategy without a generator uses. */
    private static final String DEFAULT = "snowflake-by-default";

    /** ShardingSphere counts from midnight of this day in the time zone of the process. */
    private static final LocalDate EPOCH = LocalDate.of(2016, 11, 1);

    private final Translation translation;
    private final Problems problems;
    private final Predicate<String> isSet;

    /** The names as they are declared, by name in lower case. */
    private final Map<String, String> declared = new HashMap<>();

    private Part.@Nullable Scalar defaultColumn;
    private Part.@Nullable Scalar defaultGenerator;
    private boolean defaultWritten;

    KeyGenerationImport(Translation translation, Problems problems, Predicate<String> isSet) {
        this.translation = translation;
        this.problems = problems;
        this.isSet = isSet;
    }

    void readGenerators(Part.Block generators) {
        generators.parts().forEach((name, part) -> {
            declared.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (isSet.test("sharding." + SECTION + "." + name + ".type")) {
                return;
            }
            if (part instanceof Part.Block block) {
                read(name, new Fields(block, "keyGenerators." + name, problems));
            } else {
                problems.add(part.origin(), "keyGenerators." + name, "type and props are expected below it");
            }
        });
    }

    private void read(String name, Fields fields) {
        Part.Scalar type = fields.scalar("type");
        Fields props = new Fields(fields.block("props"), fields.path("props"), problems);
        fields.end("it is not a part of a key generator");
        if (type == null) {
            fields.problem(null, "type", "it is missing");
            return;
        }
        switch (String.valueOf(type.text()).strip().toUpperCase(Locale.ROOT)) {
            case "SNOWFLAKE" -> {
                snowflake(name, type);
                copy(name, props, "worker-id");
                copy(name, props, "max-tolerate-time-difference-milliseconds");
                // Sequences begin at varying numbers anyway.
                props.ignore("max-vibration-offset");
            }
            case "UUID" -> {
                // Random ones of 32 digits: the columns may have no room for more.
                translation.put("uuid", type.origin(), SECTION, name, "type");
                translation.put("4", type.origin(), SECTION, name, "props", "version");
                translation.put("hex", type.origin(), SECTION, name, "props", "format");
            }
            case "NANOID" -> translation.put("nanoid", type.origin(), SECTION, name, "type");
            default -> {
                props.ignore(props.names().toArray(new String[0]));
                fields.problem(
                        type,
                        "type",
                        "'" + type.text() + "' is not one of SNOWFLAKE, UUID and NANOID; set sharding.key-generators."
                                + name + ".type to another, and this one is passed over");
            }
        }
        props.end("it is not a setting of type " + type.text());
    }

    private void snowflake(String name, Part part) {
        translation.put("snowflake", part.origin(), SECTION, name, "type");
        var epoch = EPOCH.atStartOfDay(ZoneId.systemDefault()).toInstant();
        if (!epoch.equals(EPOCH.atStartOfDay(ZoneOffset.UTC).toInstant())) {
            // Else the keys of some hours would be made once more.
            translation.put(epoch.toString(), part.origin(), SECTION, name, "props", "epoch");
        }
    }

    private void copy(String name, Fields props, String setting) {
        Part.Scalar value = props.scalar(setting);
        if (value != null) {
            translation.put(String.valueOf(value.text()).strip(), value.origin(), SECTION, name, "props", setting);
        }
    }

    private String declared(String reference) {
        return declared.getOrDefault(reference.toLowerCase(Locale.ROOT), reference);
    }

    void readDefault(Part.Block strategy) {
        Fields fields = new Fields(strategy, "defaultKeyGenerateStrategy", problems);
        defaultColumn = fields.scalar("column");
        defaultGenerator = fields.scalar("keyGeneratorName");
        fields.end("it is not a part of a key generate strategy");
    }

    /**
     * Writes the strategy of a table, or the default.
     *
     * @param to the property
     */
    void write(Fields table, String... to) {
        Fields own = new Fields(table.block("keyGenerateStrategy"), table.path("keyGenerateStrategy"), problems);
        Part.Scalar column = own.scalar("column");
        Part.Scalar generator = own.scalar("keyGeneratorName");
        own.end("it is not a part of a key generate strategy");
        column = column == null ? defaultColumn : column;
        if (column == null) {
            if (generator != null) {
                own.problem(generator, "column", "it is missing");
            }
            return;
        }
        translation.put(String.valueOf(column.text()).strip(), column.origin(), Translation.below(to, "column"));
        generator = generator == null ? defaultGenerator : generator;
        if (generator == null && !defaultWritten) {
            defaultWritten = true;
            snowflake(DEFAULT, column);
        }
        translation.put(
                generator == null
                        ? DEFAULT
                        : declared(String.valueOf(generator.text()).strip()),
                (generator == null ? column : generator).origin(),
                Translation.below(to, "generator"));
    }
}
