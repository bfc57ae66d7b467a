package io.shardkit.planner;

import io.shardkit.algorithm.Algorithms;
import io.shardkit.algorithm.HashModAlgorithm;
import io.shardkit.algorithm.KeyNormalizer;
import io.shardkit.algorithm.KeyType;
import io.shardkit.algorithm.ModAlgorithm;
import io.shardkit.algorithm.ShardingAlgorithm;
import io.shardkit.catalog.Catalog;
import io.shardkit.catalog.Column;
import io.shardkit.catalog.Table;
import io.shardkit.catalog.UniqueKey;
import io.shardkit.dialect.facts.Carrier;
import io.shardkit.dialect.facts.Filling;
import io.shardkit.dialect.facts.TextOrder;
import io.shardkit.keygen.KeyGenerator;
import io.shardkit.rule.KeyGeneration;
import io.shardkit.rule.ShardingRule;
import io.shardkit.rule.ShardingStrategy;
import io.shardkit.rule.TableDeclaration;
import io.shardkit.rule.TableRule;
import io.shardkit.rule.TestRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the plan tests, on two data sources, in the schema {@code shop}, described without a database.
 *
 * <p>{@code t_order}, {@code t_order_item} (bound to it), {@code t_payment} (alike, not bound), {@code t_coupon}, whose
 * unique keys are known, and {@code order} lie in {@code ds[user_id mod 2].name_[key mod 3]}. {@code t_log} has four tables on ds0 by number, {@code t_account} and
 * {@code t_member} three by exact and by blank-padded text. {@code t_event} has one on each data source, by a type that
 * no algorithm takes, {@code t_broken} by an algorithm that gives shards which do not exist, and its keys by a
 * generator that fails. {@code t_parcel} and {@code t_parcel_item} (bound to it) have four tables by number, 0 and 1
 * declared on ds0, 2 and 3 on ds1, of which 0 and 2 have moved to the other data source.
 */
public final class OrderTables {
    private static final List<String> SHARDED = List.of(
            "t_order",
            "t_order_item",
            "t_payment",
            "t_coupon",
            "order",
            "t_log",
            "t_account",
            "t_member",
            "t_event",
            "t_parcel",
            "t_parcel_item");

    private static final List<UniqueKey> COUPON_KEYS = List.of(
            new UniqueKey("primary", true, List.of("coupon_id"), true),
            new UniqueKey("by_code", false, List.of("code", "label"), true));

    private final Map<String, Table> tables = new HashMap<>();

    private OrderTables() {
        table(
                "t_order",
                number("order_id"),
                number("user_id"),
                number("status"),
                number("country_id"),
                decimal("amount"),
                text("note", TextOrder.BINARY),
                title("title"),
                date("created"),
                number("t_country"));
        table(
                "t_order_item",
                number("item_id"),
                number("order_id"),
                number("user_id"),
                number("parent_id"),
                number("quantity"),
                text("product", TextOrder.BINARY));
        table("t_coupon", number("coupon_id"), number("user_id"), text("code", TextOrder.BINARY), title("label"));
        table("t_payment", number("payment_id"), number("order_id"), number("user_id"), decimal("amount"));
        table("order", number("id"), number("user_id"), number("status"));
        table("t_log", number("id"), number("level"), text("line", TextOrder.BINARY));
        table("t_account", text("login", TextOrder.BINARY), number("points"));
        table("t_member", text("name", TextOrder.BINARY_PADDED), number("points"));
        table("t_event", date("day"), number("kind"), shape("place"));
        table("t_broken", number("id"), number("x"));
        table("t_parcel", number("parcel_id"), number("weight"), text("label", TextOrder.BINARY));
        table("t_parcel_item", number("item_id"), number("parcel_id"), number("quantity"));
        table("t_country", number("id"), text("code", TextOrder.BINARY), title("name"));
        table(
                "t_currency",
                filled("id", "bigint", KeyType.INTEGER, new Filling(Filling.Kind.COUNTER, "", false)),
                text("code", TextOrder.BINARY),
                number("digits"));
        table(
                "t_rate",
                number("id"),
                decimal("rate"),
                filled(
                        "changed",
                        "timestamp",
                        KeyType.UNSUPPORTED,
                        new Filling(Filling.Kind.CLOCK, "CURRENT_TIMESTAMP(3)", true)));
        table("t_audit", number("id"), number("user_id"), title("message"));
        table("t_setting", text("name", TextOrder.BINARY), title("content"));
    }

    /** The columns. */
    public static Catalog catalog() {
        OrderTables tables = new OrderTables();
        return new Catalog() {
            @Override
            public @Nullable Table table(String logicalName) {
                return tables.tables.get(logicalName);
            }

            @Override
            public @Nullable List<UniqueKey> uniqueKeys(String logicalName) {
                return logicalName.equals("t_coupon") ? COUPON_KEYS : null;
            }

            @Override
            public String schema() {
                return "shop";
            }
        };
    }

    /** The rule; keys are generated from 1000 on. */
    public static ShardingRule rule() {
        AtomicLong next = new AtomicLong(1000);
        return TestRules.over(List.of("ds0", "ds1"))
                .table(sharded("t_order", "order_id", "order_id", next::getAndIncrement))
                .table(sharded("t_order_item", "order_id", "item_id", next::getAndIncrement))
                .table(sharded("t_payment", "order_id", null, null))
                .table(sharded("t_coupon", "coupon_id", null, null))
                .table(sharded("order", "id", null, null))
                .table(new TableRule("t_log", "ds0.t_log_{0..3}", null, by("id", new ModAlgorithm(4)), null))
                .table(new TableRule("t_account", "ds0.t_account_{0..2}", null, hash("login", 3), null))
                .table(new TableRule("t_member", "ds0.t_member_{0..2}", null, hash("name", 3), null))
                .table(new TableRule("t_event", "ds{0..1}.t_event_0", hash("day", 2), null, null))
                .table(new TableRule(
                        "t_broken", "ds{0..1}.t_broken_0", by("id", new BrokenAlgorithm()), null, failing()))
                .table("t_parcel", t -> moved(t, "t_parcel"))
                .table("t_parcel_item", t -> moved(t, "t_parcel_item"))
                .bind(List.of("t_order", "t_order_item"))
                .bind(List.of("t_parcel", "t_parcel_item"))
                .broadcast("t_country")
                .broadcast("t_currency")
                .broadcast("t_rate")
                .single("ds1", "t_audit")
                .single("ds0", "t_setting")
                .build();
    }

    private static TableDeclaration moved(TableDeclaration table, String name) {
        return table.nodes("ds0." + name + "_{0..1}, ds1." + name + "_{2..3}")
                .tableBy("parcel_id", Algorithms.mod())
                .moved("ds0." + name + "_0", "ds1")
                .moved("ds1." + name + "_2", "ds0");
    }

    /** The logical names of the sharded tables. */
    static List<String> sharded() {
        return SHARDED;
    }

    private static KeyGeneration failing() {
        return new KeyGeneration("id", () -> {
            throw new IllegalStateException("no key");
        });
    }

    private static TableRule sharded(
            String name, String key, @Nullable String generated, @Nullable KeyGenerator generator) {
        KeyGeneration generation =
                generated == null || generator == null ? null : new KeyGeneration(generated, generator);
        return new TableRule(
                name,
                "ds{0..1}." + name + "_{0..2}",
                by("user_id", new ModAlgorithm(2)),
                by(key, new ModAlgorithm(3)),
                generation);
    }

    private static ShardingStrategy by(String column, ShardingAlgorithm algorithm) {
        return new ShardingStrategy(column, algorithm);
    }

    private static ShardingStrategy hash(String column, int shards) {
        return new ShardingStrategy(column, new HashModAlgorithm(shards));
    }

    private void table(String name, Column... columns) {
        tables.put(name, new Table(name, List.of(columns)));
    }

    private static Column number(String name) {
        return column(name, "bigint", KeyType.INTEGER, TextOrder.UNKNOWN, Carrier.TEXT);
    }

    private static Column text(String name, TextOrder order) {
        KeyType type = order == TextOrder.BINARY_PADDED ? KeyType.PADDED_TEXT : KeyType.TEXT;
        return column(name, "varchar", type, order, Carrier.TEXT);
    }

    /** Text of a collation that is not known. */
    private static Column title(String name) {
        return column(name, "varchar", KeyType.UNSUPPORTED, TextOrder.UNKNOWN, Carrier.TEXT);
    }

    private static Column decimal(String name) {
        return column(name, "decimal", KeyType.UNSUPPORTED, TextOrder.UNKNOWN, Carrier.TEXT);
    }

    private static Column date(String name) {
        return column(name, "timestamp", KeyType.UNSUPPORTED, TextOrder.UNKNOWN, Carrier.OBJECT);
    }

    private static Column shape(String name) {
        return column(name, "geometry", KeyType.UNSUPPORTED, TextOrder.UNKNOWN, Carrier.NONE);
    }

    private static Column filled(String name, String type, KeyType keyType, Filling filling) {
        return new Column(
                name,
                name,
                type,
                type,
                KeyNormalizer.of(keyType),
                TextOrder.UNKNOWN,
                true,
                true,
                true,
                Carrier.OBJECT,
                filling,
                false);
    }

    private static Column column(String name, String type, KeyType keyType, TextOrder order, Carrier carrier) {
        boolean comparable = !type.equals("varchar") && !type.equals("geometry");
        return new Column(name, name, type, type, keyType, order, true, false, comparable, carrier);
    }
}
