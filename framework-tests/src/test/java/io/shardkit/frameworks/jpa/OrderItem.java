package io.shardkit.frameworks.jpa;

import io.shardkit.keygen.SnowflakeKeyGenerator;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** An item whose id has both sharding columns: each statement by the id goes to one shard. */
@Entity
@Table(name = "t_order_item")
@IdClass(OrderItem.Key.class)
public class OrderItem {
    private static final SnowflakeKeyGenerator KEYS = new SnowflakeKeyGenerator(3, 100);

    @Id
    @Column(name = "item_id")
    private long id;

    @Id
    @Column(name = "order_id")
    private long orderId;

    @Id
    @Column(name = "user_id")
    private long userId;

    private String product = "";

    private int quantity;

    /** The id of an item. */
    public record Key(long id, long orderId, long userId) implements Serializable {}

    protected OrderItem() {}

    public OrderItem(long orderId, long userId, String product, int quantity) {
        this.id = (Long) KEYS.nextKey();
        this.orderId = orderId;
        this.userId = userId;
        this.product = product;
        this.quantity = quantity;
    }

    public Key key() {
        return new Key(id, orderId, userId);
    }

    public String product() {
        return product;
    }

    public int quantity() {
        return quantity;
    }

    public void setQuantity(int quantity) {
        this.quantity = quantity;
    }
}
