package io.shardkit.keygen;

import io.shardkit.algorithm.LowBitsAlgorithm;
import io.shardkit.keygen.KeyGeneratorFactory.Setting;
import io.shardkit.observe.LeaseState;
import io.shardkit.options.Settings;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The types that come with the engine: what each is called, its settings, and how a generator is made of them. */
final class BuiltInGenerators {
    private static final Logger LOGGER = LoggerFactory.getLogger(BuiltInGenerators.class);
    private static final String EPOCH = "epoch";
    private static final String TOLERANCE = "max-tolerate-time-difference-milliseconds";
    private static final String EMBED = "embed";
    private static final String EMBED_SHARDS = "embed-shards";
    private static final String ALPHABET = "alphabet";
    /** Below this a key of that length is made twice sooner than anybody would wish. */
    private static final int FEWEST_BITS = 48;

    private static final int FEW_BITS = 96;

    private BuiltInGenerators() {}

    private interface Maker {
        KeyGenerator make(String name, Settings settings, KeyDatabases databases);
    }

    /** A factory that is described by data. */
    private record Type(String type, String description, List<Setting> settings, Maker maker)
            implements KeyGeneratorFactory {
        @Override
        public KeyGenerator create(String name, Settings given, KeyDatabases databases) {
            return maker.make(name, given, databases);
        }
    }

    static KeyGeneratorFactory named(String type) {
        return all().stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    static List<KeyGeneratorFactory> all() {
        return List.of(
                new Type(
                        "snowflake",
                        "Increasing 64-bit numbers of 41 bits of milliseconds, 10 of worker and 12 of sequence",
                        with(
                                KeyTable.described(WorkerTable.NAME, "leased worker ids"),
                                new Setting(
                                        WorkerIdSettings.WORKER_ID,
                                        "0 to 1023, different in each running process: a number, env:NAME for an"
                                                + " environment variable, ordinal for the number at the end of the host name,"
                                                + " or lease for one from a table; default 0, with a warning"),
                                new Setting(
                                        TOLERANCE,
                                        "How far the clock may step back before keys are refused; default 10"),
                                new Setting(EPOCH, "The instant that is 0 in keys; default 2016-11-01T00:00:00Z"),
                                new Setting(
                                        EMBED,
                                        "A column whose shard the lowest bits hold; the strategy by that column names this"
                                                + " one in also-by"),
                                new Setting(
                                        EMBED_SHARDS,
                                        "The number of shards that keys tell apart, so that there can be as many later: a"
                                                + " power of two up to 1024; default as many as there are"),
                                new Setting(WorkerIdSettings.GREATEST, "The greatest worker id; default 1023"),
                                new Setting(
                                        WorkerIdSettings.LEASE_TIME,
                                        "How long a leased worker id is kept for a process that is gone; default 30s")),
                        BuiltInGenerators::snowflake),
                new Type(
                        "uuid",
                        "UUIDs: for a column of type UUID as they are, for any other their 36 characters",
                        List.of(
                                new Setting("version", "7, which begins with the time, or 4, random; default 7"),
                                new Setting(
                                        "format", "canonical, or hex for 32 digits without dashes; default canonical")),
                        BuiltInGenerators::uuid),
                new Type(
                        "segment",
                        "Consecutive whole numbers, in blocks that each process takes from a table",
                        with(
                                KeyTable.described(SegmentTable.NAME, "blocks"),
                                new Setting("key", "Its row in the table; default the generator's name"),
                                new Setting("block-size", "How many keys a block has; 1 to 1000000000, default 1000"),
                                new Setting("first-key", "The first key, where the table has no row yet; default 1"),
                                new Setting(
                                        "fetch-ahead-percent",
                                        "How much of a block is used when the next is fetched; 0 to 100, default 50")),
                        BuiltInGenerators::segment),
                new Type(
                        "nanoid",
                        "Random strings of letters, digits, _ and -; the column needs a case-sensitive collation",
                        List.of(
                                new Setting("length", "How many characters; 1 to 255, default 21"),
                                new Setting(ALPHABET, "The characters, 2 to 128 different ones of ASCII")),
                        BuiltInGenerators::nanoid));
    }

    private static List<Setting> with(Setting[] ofTable, Setting... own) {
        List<Setting> all = new ArrayList<>(List.of(own));
        all.addAll(List.of(ofTable));
        return List.copyOf(all);
    }

    private static KeyGenerator snowflake(String name, Settings settings, KeyDatabases databases) {
        long tolerance = settings.number(TOLERANCE, 10, 0, Integer.MAX_VALUE);
        long epoch = epoch(settings);
        WorkerIds workers = new WorkerIdSettings(name, settings, databases, tolerance, System::getenv).read();
        SnowflakeKeyGenerator keys = new SnowflakeKeyGenerator(workers, epoch, tolerance);
        int shards = embeddedShards(settings);
        return settings.text(EMBED)
                .<KeyGenerator>map(column -> new Embedding(keys, column.toLowerCase(Locale.ROOT), shards))
                .orElse(keys);
    }

    private static int embeddedShards(Settings settings) {
        int shards = (int) settings.number(EMBED_SHARDS, 0, 0, LowBitsAlgorithm.MOST_SHARDS);
        if (Integer.bitCount(shards) > 1) {
            throw settings.invalid(EMBED_SHARDS, shards + " is not a power of two");
        }
        if (shards > 0 && settings.text(EMBED).isEmpty()) {
            throw settings.invalid(EMBED_SHARDS, "it needs " + EMBED + ", which names the column");
        }
        return shards;
    }

    private static long epoch(Settings settings) {
        String text = settings.text(EPOCH).orElse("");
        if (text.isEmpty()) {
            return SnowflakeKeyGenerator.DEFAULT_EPOCH_MILLIS;
        }
        try {
            long epoch = Instant.parse(text).toEpochMilli();
            long age = System.currentTimeMillis() - epoch;
            if (age < 0 || age >>> 41 != 0) {
                throw settings.invalid(EPOCH, text + " is not within the last 69 years");
            }
            return epoch;
        } catch (DateTimeParseException e) {
            throw settings.invalid(EPOCH, "'" + text + "' is not an instant in UTC such as 2024-01-01T00:00:00Z");
        }
    }

    /** Snowflake keys with the shard of a column. */
    private record Embedding(SnowflakeKeyGenerator keys, String embeddedColumn, int embeddedShards)
            implements EmbeddingKeyGenerator {
        @Override
        public Object nextKey() {
            return keys.nextKey();
        }

        @Override
        public long nextKey(int shard, int bits) {
            return keys.nextKey(shard, bits);
        }

        @Override
        public @Nullable LeaseState lease() {
            return keys.lease();
        }

        @Override
        public void close() {
            keys.close();
        }
    }

    private static KeyGenerator uuid(String name, Settings settings, KeyDatabases databases) {
        long version = settings.number("version", 7, 4, 7);
        if (version != 4 && version != 7) {
            throw settings.invalid("version", version + " is neither 4 nor 7");
        }
        String format = settings.text("format").orElse("canonical").toLowerCase(Locale.ROOT);
        if (!List.of("canonical", "hex").contains(format)) {
            throw settings.invalid("format", "'" + format + "' is neither canonical nor hex");
        }
        return new UuidKeyGenerator((int) version, format.equals("hex"));
    }

    private static KeyGenerator segment(String name, Settings settings, KeyDatabases databases) {
        long size = settings.number("block-size", 1000, 1, 1_000_000_000);
        long first = settings.number("first-key", 1, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
        int ahead = (int) settings.number("fetch-ahead-percent", 50, 0, 100);
        String key = settings.text("key").orElse(name);
        if (key.length() > 128) {
            throw settings.invalid("key", "it has more than 128 characters");
        }
        KeyTable table = KeyTable.of(settings, databases, SegmentTable.NAME, SegmentTable.COLUMNS);
        return new SegmentKeyGenerator(new SegmentTable(table, key, first, size), ahead);
    }

    private static KeyGenerator nanoid(String name, Settings settings, KeyDatabases databases) {
        int length = (int) settings.number("length", NanoidKeyGenerator.LENGTH, 1, 255);
        String alphabet = settings.text(ALPHABET).orElse(NanoidKeyGenerator.ALPHABET);
        boolean printable = alphabet.chars().allMatch(character -> character > ' ' && character < 127);
        if (!printable || alphabet.length() < 2 || alphabet.chars().distinct().count() != alphabet.length()) {
            throw settings.invalid(ALPHABET, "it needs 2 or more different characters of ASCII, without blanks");
        }
        double bits = NanoidKeyGenerator.bits(alphabet, length);
        if (bits < FEWEST_BITS) {
            throw settings.invalid(
                    "length",
                    length + " characters of " + alphabet.length() + " are too few: keys would soon be made twice");
        }
        if (bits < FEW_BITS) {
            LOGGER.warn(
                    "{}: keys of {} characters of {} have {} bits of chance; 21 of 64 have 126. See to it that the column"
                            + " is unique.",
                    settings.property(),
                    length,
                    alphabet.length(),
                    (int) bits);
        }
        return new NanoidKeyGenerator(alphabet, length);
    }
}
