package io.shardkit.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import io.shardkit.jdbc.ShardingDataSource;
import javax.transaction.xa.XAResource;
import org.springframework.beans.factory.DisposableBean;

/** Gives Narayana's recovery a resource for each data source, always the same one; data sources may come and go. */
final class NarayanaRecovery implements XAResourceRecoveryHelper, DisposableBean {
    private final XARecoveryModule module;
    private final ShardingDataSource dataSource;

    NarayanaRecovery(XARecoveryModule module, ShardingDataSource dataSource) {
        this.module = module;
        this.dataSource = dataSource;
        module.addXAResourceRecoveryHelper(this);
    }

    @Override
    public boolean initialise(String properties) {
        return true;
    }

    @Override
    public XAResource[] getXAResources() {
        return dataSource.recoveryResources().toArray(XAResource[]::new);
    }

    /** Waits for a scan that is under way. */
    @Override
    public void destroy() {
        module.removeXAResourceRecoveryHelper(this);
    }
}
