package io.shardkit.boot.endpoint;

import io.shardkit.error.ShardingConfigurationException;
import io.shardkit.export.ExportEngine;
import io.shardkit.export.ExportFile;
import io.shardkit.export.TableExport;
import java.sql.SQLException;
import java.util.List;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint Actuator endpoint} with the files by which another engine reads the sharded tables as one. They have the
 * addresses of the databases, and no passwords.
 */
@Endpoint(id = "shardingexport", defaultAccess = Access.READ_ONLY)
public final class ShardingExportEndpoint {
    private final Tables tables;

    /** Reads the tables as they are. */
    interface Tables {
        TableExport read() throws SQLException;
    }

    ShardingExportEndpoint(Tables tables) {
        this.tables = tables;
    }

    /**
     * The files for an engine.
     *
     * @param epoch of the rule in force; 0 if none is stored
     * @param files each with its name and its text
     */
    public record Export(long epoch, List<ExportFile> files) {}

    /** Reads the catalogues of the databases, and returns the files for an engine. */
    @ReadOperation
    public Export export(@Selector ExportEngine engine) throws SQLException {
        try {
            TableExport read = tables.read();
            return new Export(read.epoch(), engine.files(read));
        } catch (ShardingConfigurationException refused) {
            String reason = String.valueOf(refused.getMessage());
            throw new InvalidEndpointRequestException(reason, reason, refused);
        }
    }
}
