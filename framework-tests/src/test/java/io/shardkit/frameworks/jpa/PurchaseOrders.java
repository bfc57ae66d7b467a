package io.shardkit.frameworks.jpa;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

interface PurchaseOrders extends JpaRepository<PurchaseOrder, Long> {

    Optional<PurchaseOrder> findByUserIdAndId(long userId, long id);

    List<PurchaseOrder> findByUserIdOrderByIdDesc(long userId);

    Page<PurchaseOrder> findByStatus(String status, Pageable page);

    long countByStatus(String status);

    @Query("select o.id, i.product from PurchaseOrder o join OrderItem i on i.orderId = o.id and i.userId = o.userId"
            + " where i.quantity > :least order by i.quantity")
    List<Object[]> products(int least);

    @Query("select o.status, count(o), sum(o.total), avg(o.total) from PurchaseOrder o group by o.status"
            + " having count(o) > 1 order by o.status")
    List<Object[]> statistics();

    @Query("select o from PurchaseOrder o where o.total > (select avg(p.total) from PurchaseOrder p) order by o.id")
    List<PurchaseOrder> aboveAverage();

    @Modifying(flushAutomatically = true, clearAutomatically = true)
    @Query("update PurchaseOrder o set o.status = :status where o.total < :most")
    int setStatus(String status, java.math.BigDecimal most);
}
