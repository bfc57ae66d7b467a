package io.shardkit.boot.imports;

import io.shardkit.error.ShardingConfigurationException;
import java.io.PrintStream;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * Writes what a configuration of Apache ShardingSphere 5 or 4 says as the {@code sharding} block of {@code application.yml}.
 * Passwords are written as they stand in the file.
 */
public final class ApplicationYaml {
    private ApplicationYaml() {}

    /**
     * Prints the block of the one file that is named, such as {@code file:sharding.yaml}; ends with 1 if something of it
     * cannot be taken, and prints which lines.
     */
    public static void main(String[] arguments) {
        int status = run(arguments, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] arguments, PrintStream out, PrintStream err) {
        if (arguments.length != 1) {
            err.println("Name one file, such as sharding.yaml or classpath:sharding.yaml.");
            return 2;
        }
        try {
            out.print(of(arguments[0]));
            return 0;
        } catch (ShardingConfigurationException e) {
            err.println(e.detail());
            return 1;
        }
    }

    /**
     * The block.
     *
     * @param location as {@code sharding.import} names it
     * @throws ShardingConfigurationException if something cannot be taken; the message has every line
     */
    public static String of(String location) {
        return write(ShardingImport.read(location).tree());
    }

    private static String write(Map<String, Object> tree) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(Integer.MAX_VALUE);
        options.setIndicatorIndent(2);
        options.setIndentWithIndicator(true);
        return new Yaml(options).dump(tree);
    }
}
