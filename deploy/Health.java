import java.net.HttpURLConnection;
import java.net.URI;

/** Ends with 0 if the application of this container answers HEALTH_URL by 200: images of a JRE have no curl. */
public final class Health {
    public static void main(String[] arguments) throws Exception {
        var connection = (HttpURLConnection)
                URI.create(System.getenv("HEALTH_URL")).toURL().openConnection();
        connection.setConnectTimeout(2_000);
        connection.setReadTimeout(4_000);
        System.exit(connection.getResponseCode() == 200 ? 0 : 1);
    }
}
