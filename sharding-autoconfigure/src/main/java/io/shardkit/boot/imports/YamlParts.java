package io.shardkit.boot.imports;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin.Location;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML with its lines. No object of a class that a tag names is made. */
final class YamlParts {
    private static final String MERGE = "<<";

    private final Resource resource;
    private final Problems problems;

    private YamlParts(Resource resource, Problems problems) {
        this.resource = resource;
        this.problems = problems;
    }

    /**
     * The parts of a text.
     *
     * @throws org.yaml.snakeyaml.error.YAMLException if it is not YAML
     */
    static Part read(String text, Resource resource, Problems problems) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(1_000);
        // Names of classes, as in version 4. Nodes are only composed: nothing is made of the classes.
        options.setTagInspector(tag -> true);
        Node root = new Yaml(options).compose(new StringReader(text));
        YamlParts parts = new YamlParts(resource, problems);
        return root == null ? new Part.Block("", Map.of(), null) : parts.part(root);
    }

    private Part part(Node node) {
        if (node instanceof MappingNode mapping) {
            Map<String, Part> entries = new LinkedHashMap<>();
            List<Part> merged = new ArrayList<>();
            mapping.getValue().forEach(tuple -> add(entries, merged, tuple));
            merged.forEach(each -> merge(entries, each));
            String tag =
                    mapping.getTag().equals(Tag.MAP) ? "" : mapping.getTag().getValue();
            return new Part.Block(tag.startsWith("!") ? tag.substring(1) : tag, entries, origin(node));
        }
        if (node instanceof SequenceNode sequence) {
            List<Part> items = new ArrayList<>();
            sequence.getValue().forEach(item -> items.add(part(item)));
            return new Part.Items(items, origin(node));
        }
        ScalarNode scalar = (ScalarNode) node;
        boolean empty = scalar.getTag().equals(Tag.NULL) && scalar.isPlain();
        if (!scalar.getTag().getValue().startsWith("!")) {
            return new Part.Scalar(empty ? null : scalar.getValue(), origin(node));
        }
        // A rule without settings: "- !BROADCAST"
        return new Part.Block(scalar.getTag().getValue().substring(1), Map.of(), origin(node));
    }

    private void add(Map<String, Part> entries, List<Part> merged, NodeTuple tuple) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
            problems.add(origin(tuple.getKeyNode()), "", "a name is expected here");
            return;
        }
        Part value = part(tuple.getValueNode());
        if (key.getValue().equals(MERGE)) {
            merged.add(value);
        } else if (entries.putIfAbsent(key.getValue(), at(value, key)) != null) {
            problems.add(origin(key), key.getValue(), "it stands here twice");
        }
    }

    /** Adds the merged entries; entries that are written beside them win. */
    private static void merge(Map<String, Part> entries, Part merged) {
        if (merged instanceof Part.Items items) {
            items.parts().forEach(each -> merge(entries, each));
        } else if (merged instanceof Part.Block block) {
            block.parts().forEach(entries::putIfAbsent);
        }
    }

    /** Returns the value with its place: a value with lines of its own, or an empty one, gets the place of its name. */
    private Part at(Part value, ScalarNode key) {
        if (value instanceof Part.Block block) {
            return new Part.Block(block.tag(), block.parts(), origin(key));
        }
        if (value instanceof Part.Items items) {
            return new Part.Items(items.parts(), origin(key));
        }
        return value instanceof Part.Scalar scalar && scalar.text() == null
                ? new Part.Scalar(null, origin(key))
                : value;
    }

    private TextResourceOrigin origin(Node node) {
        return new TextResourceOrigin(
                resource,
                new Location(node.getStartMark().getLine(), node.getStartMark().getColumn()));
    }
}
