package io.shardkit.boot.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** {@link Endpoint Actuator endpoint} with the report of the audit. */
@Endpoint(id = "shardingaudit")
public final class ShardingAuditEndpoint {
    private static final String PAGE = "markdown";

    private final StatementAudit audit;
    private final AuditFiles files;

    ShardingAuditEndpoint(StatementAudit audit, AuditFiles files) {
        this.audit = audit;
        this.files = files;
    }

    /** The files that the report was written to. */
    public record Written(List<String> files) {}

    /** Returns the report as of now. */
    @ReadOperation
    public AuditReport report() {
        return audit.report();
    }

    /**
     * The same as a page.
     *
     * @param form has to be {@code markdown}
     * @return null if it is another one
     */
    @ReadOperation(produces = "text/markdown")
    public @Nullable String page(@Selector String form) {
        return form.equals(PAGE) ? AuditMarkdown.of(audit.report()) : null;
    }

    /** Writes the files now. */
    @WriteOperation
    public Written write() {
        return new Written(files.write(audit.report()));
    }
}
