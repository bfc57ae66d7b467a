import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Signs a line with the key of a release, so that a key that is missing, or a pass phrase that is wrong, ends the build
 * before it compiles anything. Argument: the key's id. The pass phrase is in MAVEN_GPG_PASSPHRASE, or known to gpg's agent.
 */
final class SigningKey {
    private SigningKey() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String key = arguments[0];
        String passphrase = System.getenv("MAVEN_GPG_PASSPHRASE");
        List<String> command = new ArrayList<>(List.of("gpg", "--batch", "--quiet", "--local-user", key));
        if (passphrase != null) {
            command.addAll(List.of("--pinentry-mode", "loopback", "--passphrase-fd", "0"));
        }
        command.addAll(List.of("--armor", "--sign"));
        Process gpg;
        try {
            gpg = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            fail("gpg cannot be run: " + e.getMessage());
            return;
        }
        try (OutputStream input = gpg.getOutputStream()) {
            String secret = passphrase == null ? "" : passphrase + "\n";
            input.write((secret + "a line\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // gpg ended without reading it, and has said why
        }
        if (gpg.waitFor() != 0) {
            fail("A release is signed, and gpg cannot sign with the key " + key
                    + ". Name another one by -Dgpg.keyname=ID, import the key, or put its pass phrase into"
                    + " MAVEN_GPG_PASSPHRASE. gpg --list-secret-keys shows the keys that are here.");
        }
    }

    private static void fail(String reason) {
        System.err.println(reason);
        System.exit(1);
    }
}
