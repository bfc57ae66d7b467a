package io.shardkit.lab.report;

import java.util.List;

/** A table of the page, in a frame that scrolls by itself on a narrow screen. */
final class HtmlTable {

    private final StringBuilder text;

    /**
     * @param name unique in the page, for those who do not see it
     * @param caption may be empty
     */
    HtmlTable(String name, String caption, List<String> columns) {
        text = new StringBuilder("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(Markup.escape(name))
                .append("\"><table>\n");
        if (!caption.isEmpty()) {
            text.append("<caption>").append(Markup.escape(caption)).append("</caption>\n");
        }
        text.append("<thead><tr>");
        columns.forEach(column ->
                text.append("<th scope=\"col\">").append(Markup.escape(column)).append("</th>"));
        text.append("</tr></thead>\n<tbody>\n");
    }

    void row(List<String> cells) {
        row("", cells);
    }

    /**
     * @param style of the whole row, may be empty
     */
    void row(String style, List<String> cells) {
        text.append(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">");
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String words = Markup.escape(cell);
            if (i == 0) {
                text.append("<th scope=\"row\">").append(words).append("</th>");
            } else {
                text.append(isNumber(cell) ? "<td class=\"number\">" : "<td>")
                        .append(words)
                        .append("</td>");
            }
        }
        text.append("</tr>\n");
    }

    String end() {
        return text.append("</tbody></table></div>\n").toString();
    }

    private static boolean isNumber(String cell) {
        return cell.matches("[-+]?[\\d,.]+( (x|%|ms|/s|to|µs|KiB|[-+]?[\\d,.]+))*|–");
    }
}
