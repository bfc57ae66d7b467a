package io.shardkit.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CredentialsTest {

    @Test
    void hashesOfServersAreRead() {
        // SELECT PASSWORD('secret')
        Credentials stored = Credentials.of("{native}*14E65567ABDB5135D0CFD9A70B3032C179A49EE7");
        byte[] nonce = new byte[20];
        byte[] password = AuthPlugin.NATIVE.digest("secret".getBytes(StandardCharsets.UTF_8));
        byte[] mask = AuthPlugin.NATIVE.digest(nonce, AuthPlugin.NATIVE.digest(password));
        for (int i = 0; i < mask.length; i++) {
            mask[i] ^= password[i];
        }
        assertThat(stored.verify(AuthPlugin.NATIVE, nonce, mask)).isTrue();
        assertThat(Credentials.of("secret").verify(AuthPlugin.NATIVE, nonce, mask))
                .isTrue();
        assertThat(Credentials.of("other").verify(AuthPlugin.NATIVE, nonce, mask))
                .isFalse();
        assertThat(stored.verify(AuthPlugin.NATIVE, nonce, new byte[0])).isFalse();
        assertThat(stored.supports(AuthPlugin.CACHING_SHA2)).isFalse();
        assertThat(stored.toString()).doesNotContain("14E6");
    }

    @Test
    void anEmptyPasswordIsNoOther() {
        assertThat(Credentials.of("").verify(AuthPlugin.NATIVE, new byte[20], new byte[0]))
                .isTrue();
        assertThat(Credentials.of("").verify(AuthPlugin.NATIVE, new byte[20], new byte[20]))
                .isFalse();
    }

    @Test
    void whatIsNoHashSaysWhatIsRight() {
        assertThatThrownBy(() -> Credentials.of("{md5}00")).hasMessageContaining("{native}*");
        assertThatThrownBy(() -> Credentials.of("{native}*00")).hasMessageContaining("40");
        assertThatThrownBy(() -> Credentials.of("{caching-sha2}" + "zz".repeat(32)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
