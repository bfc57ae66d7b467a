package io.shardkit.admin;

import io.shardkit.membership.Member;
import io.shardkit.membership.Membership;
import io.shardkit.rule.RuleText;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Shows the rule of all instances, and the instances. */
@Command(
        name = "rule",
        mixinStandardHelpOptions = true,
        description =
                "Shows the epoch of the rule, and the instances that run by it. Ends with 3 if one cannot take the"
                        + " newest rule, or no rule is stored.")
final class RuleCommand implements Callable<Integer> {
    private static final int DIGITS = 12;

    private final ShardingAdmin admin;

    RuleCommand(ShardingAdmin admin) {
        this.admin = admin;
    }

    @Override
    public Integer call() throws SQLException {
        Output output = admin.output();
        try (OpenInstance instance = admin.open()) {
            if (!instance.dataSource().isWrapperFor(Membership.class)
                    || !instance.membership().isJoined()) {
                output.say("No rule is stored: instances of the application store it when they start, unless"
                        + " sharding.rule-store.mode is off.");
                output.object("rule", Map.of("epoch", 0));
                return Exit.WAITS;
            }
            Membership own = instance.membership();
            List<Member> members = own.members();
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("epoch", own.newestEpoch());
            fields.put("hash", RuleText.of(own.rule()).hash().substring(0, DIGITS));
            fields.put("dataSources", own.rule().dataSources());
            fields.forEach((name, value) -> output.say(String.format("%-12s %s", name, value)));
            output.object("rule", fields);
            show(output, members, own.instance());
            return members.stream().allMatch(member -> member.problem().isEmpty()) ? Exit.DONE : Exit.WAITS;
        }
    }

    private static void show(Output output, List<Member> members, String own) {
        output.say("");
        TextTable table = new TextTable("INSTANCE", "EPOCH", "STATE", "STARTED", "SEEN");
        for (Member member : members) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("instance", member.instance());
            fields.put("epoch", member.epoch());
            fields.put("state", member.state());
            fields.put("problem", member.problem());
            fields.put("startedAt", Instant.ofEpochMilli(member.startedAt()));
            fields.put("seenAt", Instant.ofEpochMilli(member.seenAt()));
            fields.put("own", member.instance().equals(own));
            output.object("member", fields);
            table.row(
                    member.instance() + (member.instance().equals(own) ? " (this command)" : ""),
                    Long.toString(member.epoch()),
                    member.state(),
                    MoveText.ago(member.startedAt()),
                    MoveText.ago(member.seenAt()));
            if (!member.problem().isEmpty()) {
                table.note("it cannot run by the newest rule: " + member.problem());
            }
        }
        table.lines().forEach(output::say);
    }
}
