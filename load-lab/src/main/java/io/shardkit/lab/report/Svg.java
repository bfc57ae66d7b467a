package io.shardkit.lab.report;

import java.util.Locale;

/** A picture in the page; its colours and type come from the page's style sheet, its words from its title and text. */
public final class Svg {

    private final StringBuilder text = new StringBuilder();

    /**
     * @param id unique in the page
     * @param title its name
     * @param description what it shows, for those who do not see it
     */
    Svg(double width, double height, String id, String title, String description) {
        text.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-labelledby=\"%s-title %s-text\">%n"
                        + "<title id=\"%s-title\">%s</title>%n<desc id=\"%s-text\">%s</desc>%n",
                width,
                height,
                id,
                id,
                id,
                Markup.escape(title),
                id,
                Markup.escape(description)));
    }

    /**
     * A picture in a file of its own.
     *
     * @param style its style sheet
     */
    public Svg(double width, double height, String title, String style) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\""
                        + " role=\"img\" aria-label=\"%s\">%n<style>%n%s</style>%n",
                width, height, width, height, Markup.escape(title), style);
    }

    /** A line. */
    public void line(String style, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", style, x1, y1, x2, y2);
    }

    /** Words from a point on. */
    public void text(String style, double x, double y, String words) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>%n", style, x, y, Markup.escape(words));
    }

    /** A rectangle, whose hint is shown to those who point at it. */
    public void rect(String style, double x, double y, double width, double height, String hint) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\"><title>%s</title></rect>%n",
                style, x, y, Math.max(0, width), height, Markup.escape(hint));
    }

    /** A point that was measured: each series has a shape of its own beside its colour. */
    void mark(int series, double x, double y, String hint) {
        String shape =
                switch (series % 3) {
                    case 0 ->
                        String.format(
                                Locale.ROOT,
                                "<circle class=\"mark s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\">",
                                series,
                                x,
                                y);
                    case 1 ->
                        String.format(
                                Locale.ROOT,
                                "<rect class=\"mark s%d\" x=\"%.1f\" y=\"%.1f\" width=\"9\" height=\"9\">",
                                series,
                                x - 4.5,
                                y - 4.5);
                    default ->
                        String.format(
                                Locale.ROOT,
                                "<path class=\"mark s%d\" d=\"M%.1f %.1fl5.5 9.5h-11z\">",
                                series,
                                x,
                                y - 6);
                };
        String element = shape.substring(1, shape.indexOf(' '));
        text.append(shape)
                .append("<title>")
                .append(Markup.escape(hint))
                .append("</title></")
                .append(element)
                .append(">\n");
    }

    void polyline(String style, String points) {
        add("<polyline class=\"%s\" points=\"%s\"/>%n", style, points);
    }

    void polygon(String style, String points) {
        add("<polygon class=\"%s\" points=\"%s\"/>%n", style, points);
    }

    /** Returns the whole picture. */
    public String end() {
        return text.append("</svg>\n").toString();
    }

    private void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values));
    }
}
