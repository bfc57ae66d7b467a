package io.shardkit.frameworks.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import org.hibernate.annotations.PartitionKey;
import org.jspecify.annotations.Nullable;

// region: jpa-entity
@Entity
@Table(name = "t_order")
public class PurchaseOrder {
    @Id
    @SnowflakeId
    @Column(name = "order_id")
    private @Nullable Long id;

    @PartitionKey
    @Column(name = "user_id", nullable = false, updatable = false)
    private long userId;

    private String status = "NEW";
    private BigDecimal total = BigDecimal.ZERO;

    @Version
    private int version;

    protected PurchaseOrder() {}

    public PurchaseOrder(long userId) {
        this.userId = userId;
    }
    // endregion

    public @Nullable Long id() {
        return id;
    }

    public long userId() {
        return userId;
    }

    public String status() {
        return status;
    }

    public void setStatus(String status) {
        this.status = status;
    }

    public BigDecimal total() {
        return total;
    }

    public void setTotal(BigDecimal total) {
        this.total = total;
    }

    public int version() {
        return version;
    }
}
