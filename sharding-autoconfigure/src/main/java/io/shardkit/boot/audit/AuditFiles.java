package io.shardkit.boot.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/** Writes the report when the application ends, before its pools are closed, and whenever it is asked to. */
final class AuditFiles implements ApplicationListener<ContextClosedEvent> {
    private static final Logger LOGGER = LoggerFactory.getLogger(AuditFiles.class);

    private final StatementAudit audit;
    private final ApplicationContext own;
    private final String file;

    /** @param file the path of the files, without what their names end with */
    AuditFiles(StatementAudit audit, ApplicationContext own, String file) {
        this.audit = audit;
        this.own = own;
        this.file = file;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // that of a child may close before
    public void onApplicationEvent(ContextClosedEvent event) {
        if (event.getApplicationContext() != own) {
            return;
        }
        try {
            List<String> written = write(audit.report());
            LOGGER.info("The audit is written to {}", written);
        } catch (RuntimeException failure) {
            LOGGER.warn("The audit cannot be written", failure);
        } finally {
            audit.close();
        }
    }

    /**
     * Writes a report.
     *
     * @return the paths of the files
     * @throws UncheckedIOException if they cannot be written
     */
    List<String> write(AuditReport report) {
        Path page = Path.of(file + ".md").toAbsolutePath();
        Path data = Path.of(file + ".json").toAbsolutePath();
        try {
            Path folder = page.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(page, AuditMarkdown.of(report));
            Files.writeString(data, AuditJson.of(report));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return List.of(page.toString(), data.toString());
    }
}
