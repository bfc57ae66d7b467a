package io.shardkit.boot.imports;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Audits of statements. The one that demands sharding conditions refuses statements that are answered right here; it is
 * left out, and a warning says so. Not thread-safe.
 */
final class AuditImport {
    private static final String CONDITIONS = "DML_SHARDING_CONDITIONS";

    private final Problems problems;
    private final Set<String> ofConditions = new HashSet<>();

    AuditImport(Problems problems) {
        this.problems = problems;
    }

    void readAuditors(Part.Block auditors) {
        auditors.parts().forEach((name, part) -> {
            if (part instanceof Part.Block block) {
                String type = new Fields(block, "auditors." + name, problems).text("type");
                if (CONDITIONS.equalsIgnoreCase(type)) {
                    ofConditions.add(name.toLowerCase(Locale.ROOT));
                }
            }
        });
    }

    /** Reads the strategy of that name, if there is one. */
    void read(Fields fields, String strategy) {
        Part.Block block = fields.block(strategy);
        if (block.parts().isEmpty()) {
            return;
        }
        Fields own = new Fields(block, fields.path(strategy), problems);
        own.ignore("allowHintDisable");
        for (Part.Scalar auditor : own.list("auditorNames")) {
            if (ofConditions.contains(String.valueOf(auditor.text()).strip().toLowerCase(Locale.ROOT))) {
                problems.note(
                        auditor.origin(),
                        fields.path(strategy),
                        "statements without sharding conditions are not refused, but run on all tables; sharding.guard"
                                + " limits them");
            } else {
                own.problem(auditor, "auditorNames", "'" + auditor.text() + "' is not of type " + CONDITIONS);
            }
        }
        own.end("it is not a part of an audit strategy");
    }
}
