package io.shardkit.proxy.session;

import io.shardkit.proxy.auth.Account;
import io.shardkit.proxy.auth.AuthPlugin;
import io.shardkit.proxy.backend.ServerError;
import io.shardkit.proxy.backend.ServerFacts;
import io.shardkit.proxy.wire.Capability;
import io.shardkit.proxy.wire.CharacterSets;
import io.shardkit.proxy.wire.PacketWriter;
import io.shardkit.proxy.wire.PayloadReader;
import io.shardkit.proxy.wire.ProtocolException;
import io.shardkit.proxy.wire.ServerStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The greeting, and who the client is. Not thread-safe. */
final class Login {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE = 20;
    private static final int SSL_REQUEST = 32;

    private final ClientChannel channel;
    private final ClientState state;
    private final Settings settings;
    private final @Nullable SSLContext tls;
    private byte[] nonce = newNonce();

    Login(ClientChannel channel, ClientState state, Settings settings, @Nullable SSLContext tls) {
        this.channel = channel;
        this.state = state;
        this.settings = settings;
        this.tls = tls;
    }

    /** The login data that a client sends. */
    private record Claim(String user, byte[] answer, @Nullable String database, @Nullable String plugin) {}

    private static byte[] newNonce() {
        byte[] random = new byte[NONCE];
        RANDOM.nextBytes(random);
        for (int i = 0; i < NONCE; i++) {
            // Neither an end nor a sign that some clients look for.
            int sign = '%' + (random[i] & 0xff) % 85;
            random[i] = (byte) sign;
        }
        return random;
    }

    private static AuthPlugin proposed(ServerFacts facts) {
        return facts.isMariaDb() ? AuthPlugin.NATIVE : AuthPlugin.CACHING_SHA2;
    }

    /**
     * Greets the client and finds out who it is. It has to be answered by the caller, with success or the error.
     *
     * @throws RefusedException if it may not come in
     */
    void run(long id) throws IOException, RefusedException {
        ServerFacts facts = state.facts();
        // MariaDB tells by the missing first bit that it has more capabilities than the others.
        int offered = (facts.isMariaDb() ? Capability.OFFERED & ~Capability.LONG_PASSWORD : Capability.OFFERED)
                | (tls == null ? 0 : Capability.SSL)
                | (facts.foundRows() ? Capability.FOUND_ROWS : 0);
        greet(id, facts, offered);
        byte[] packet = channel.reader().read(true, 1);
        PayloadReader reader = new PayloadReader(packet, 0);
        int wanted = reader.int4();
        if ((wanted & Capability.SSL) != 0 && tls != null && packet.length == SSL_REQUEST) {
            channel.encrypt(tls);
            packet = channel.reader().read(false);
            reader = new PayloadReader(packet, 4);
        }
        channel.writer().sequence(channel.reader().nextSequence());
        if ((wanted & Capability.PROTOCOL_41) == 0) {
            throw new RefusedException(new ServerError(1043, "08S01", "Bad handshake"));
        }
        if ((wanted & Capability.COMPRESS) != 0) {
            // It was not offered, and a client that uses it all the same speaks and understands nothing else from now
            // on.
            throw new RefusedException(ServerError.notSupported("the compressed protocol"));
        }
        if (settings.requiresTls() && !channel.isEncrypted()) {
            throw new RefusedException(new ServerError(
                    3159,
                    "HY000",
                    "Connections using insecure transport are prohibited while --require_secure_transport=ON."));
        }
        state.client.capabilities(wanted & offered);
        admit(response(reader, facts.isMariaDb() && (wanted & Capability.LONG_PASSWORD) == 0), facts);
    }

    private void greet(long id, ServerFacts facts, int offered) throws IOException {
        PacketWriter writer = channel.writer();
        writer.sequence(0);
        writer.begin()
                .int1(10)
                .terminated(facts.version(), StandardCharsets.US_ASCII)
                .int4((int) id);
        for (int i = 0; i < 8; i++) {
            writer.int1(nonce[i]);
        }
        writer.int1(0)
                .int2(offered)
                .int1(CharacterSets.UTF8MB4)
                .int2(ServerStatus.AUTOCOMMIT)
                .int2(offered >>> 16)
                .int1(NONCE + 1)
                .zeros(6)
                .int4(facts.isMariaDb() ? Capability.EXTENDED_METADATA : 0);
        for (int i = 8; i < NONCE; i++) {
            writer.int1(nonce[i]);
        }
        writer.int1(0)
                .terminated(proposed(facts).plugin(), StandardCharsets.US_ASCII)
                .end();
        writer.flush();
    }

    /** @param more whether the client tells of capabilities that only MariaDB has */
    private Claim response(PayloadReader reader, boolean more) throws ProtocolException {
        reader.skip(4);
        talkIn(reader.int1());
        reader.skip(19);
        int extensions = reader.int4();
        state.client.extended(more && (extensions & Capability.EXTENDED_METADATA) != 0);
        String user = reader.terminated(StandardCharsets.UTF_8);
        byte[] answer = state.client.has(Capability.PLUGIN_AUTH_LENENC)
                ? reader.lengthEncodedBytes()
                : state.client.has(Capability.SECURE_CONNECTION)
                        ? reader.bytes(reader.int1())
                        : reader.terminatedBytes();
        boolean named = state.client.has(Capability.CONNECT_WITH_DB) && reader.left() > 0;
        String database = named ? reader.terminated(StandardCharsets.UTF_8) : "";
        boolean plugged = state.client.has(Capability.PLUGIN_AUTH) && reader.left() > 0;
        String plugin = plugged ? reader.terminated(StandardCharsets.UTF_8) : null;
        return new Claim(user, answer, database.isEmpty() ? null : database, plugin);
    }

    private void talkIn(int collation) {
        state.characters.login(collation);
    }

    /**
     * COM_CHANGE_USER: another client over the same connection.
     *
     * @throws RefusedException if it may not come in; the connection has to end
     */
    void change(PayloadReader reader) throws IOException, RefusedException {
        String user = reader.terminated(StandardCharsets.UTF_8);
        byte[] answer =
                state.client.has(Capability.SECURE_CONNECTION) ? reader.bytes(reader.int1()) : reader.terminatedBytes();
        String database = reader.terminated(StandardCharsets.UTF_8);
        if (reader.left() >= 2) {
            talkIn(reader.int2());
        }
        // Attributes of the client follow, or come right here if it knows no plugins.
        boolean plugged = state.client.has(Capability.PLUGIN_AUTH) && reader.left() > 0;
        String plugin = plugged ? reader.terminated(StandardCharsets.UTF_8) : null;
        channel.writer().sequence(channel.reader().nextSequence());
        admit(new Claim(user, answer, database.isEmpty() ? null : database, plugin), state.facts());
    }

    private void admit(Claim claim, ServerFacts facts) throws IOException, RefusedException {
        Account account = state.directory().account(claim.user());
        AuthPlugin used = claim.plugin() == null ? AuthPlugin.NATIVE : AuthPlugin.of(claim.plugin());
        byte[] answer = orNothing(claim.answer());
        AuthPlugin wanted = account == null
                ? proposed(facts)
                : used != null && account.credentials().supports(used)
                        ? used
                        : account.credentials().preferred();
        if (wanted != used && state.client.has(Capability.PLUGIN_AUTH)) {
            answer = askAgain(wanted);
            used = wanted;
        }
        if (account == null || used == null || !account.credentials().verify(used, nonce, answer)) {
            throw new RefusedException(new ServerError(
                    1045,
                    "28000",
                    "Access denied for user '" + claim.user() + "'@'" + channel.host() + "' (using password: "
                            + (answer.length == 0 ? "NO" : "YES") + ")"));
        }
        if (used == AuthPlugin.CACHING_SHA2 && answer.length > 0) {
            channel.writer().begin().int1(1).int1(3).end();
        }
        state.client.login(account);
        state.leaveDatabase();
        if (claim.database() != null) {
            state.use(claim.database(), channel.host());
        }
    }

    /** A single zero is how some clients say nothing. */
    private static byte[] orNothing(byte[] answer) {
        return answer.length == 1 && answer[0] == 0 ? new byte[0] : answer;
    }

    private byte[] askAgain(AuthPlugin plugin) throws IOException {
        nonce = newNonce();
        channel.writer()
                .begin()
                .int1(0xfe)
                .terminated(plugin.plugin(), StandardCharsets.US_ASCII)
                .bytes(nonce)
                .int1(0)
                .end();
        channel.writer().flush();
        byte[] answer = channel.reader().read(true, channel.writer().sequence());
        channel.writer().sequence(channel.reader().nextSequence());
        return orNothing(answer);
    }
}
