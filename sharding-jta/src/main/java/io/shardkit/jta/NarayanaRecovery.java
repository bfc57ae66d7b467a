package io.shardkit.jta;

import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.springframework.beans.factory.DisposableBean;

/** Gives Narayana's recovery a resource for each data source, always the same ones. */
final class NarayanaRecovery implements XAResourceRecoveryHelper, DisposableBean {
    private final XARecoveryModule module;
    private final XAResource[] resources;

    NarayanaRecovery(XARecoveryModule module, List<XAResource> resources) {
        this.module = module;
        this.resources = resources.toArray(XAResource[]::new);
        module.addXAResourceRecoveryHelper(this);
    }

    @Override
    public boolean initialise(String properties) {
        return true;
    }

    @Override
    public XAResource[] getXAResources() {
        return resources.clone();
    }

    /** Waits for a scan that is under way. */
    @Override
    public void destroy() {
        module.removeXAResourceRecoveryHelper(this);
    }
}
