package io.shardkit.frameworks.sharded;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import org.jspecify.annotations.Nullable;

/** Of a table that has, beside its key, an index and a unique constraint with names. */
@Entity(name = "IndexedOrder")
@Table(
        name = "t_order",
        indexes = @Index(name = "ix_order_status", columnList = "status"),
        uniqueConstraints =
                @UniqueConstraint(
                        name = "uq_order_user",
                        columnNames = {"order_id", "user_id"}))
class IndexedOrder {
    @Id
    @Column(name = "order_id")
    private long id;

    @Column(name = "user_id", nullable = false)
    private long userId;

    private @Nullable String status;

    protected IndexedOrder() {}

    IndexedOrder(long id, long userId, String status) {
        this.id = id;
        this.userId = userId;
        this.status = status;
    }
}
