package io.shardkit.lab.report;

/** Text as HTML and SVG have it. */
final class Markup {

    private Markup() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
