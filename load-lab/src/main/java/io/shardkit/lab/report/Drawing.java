package io.shardkit.lab.report;

import java.util.Locale;

/** A chart as a figure of the page: title, legend where there is more than one series, picture. */
final class Drawing {

    private Drawing() {}

    /**
     * @param number unique in the page
     */
    static String render(Chart chart, int number) {
        String id = "chart" + number;
        StringBuilder figure = new StringBuilder("<figure>\n<figcaption>")
                .append(Markup.escape(chart.title()))
                .append("</figcaption>\n");
        if (chart instanceof Chart.Lines lines) {
            if (lines.series().size() > 1) {
                figure.append("<p class=\"legend\" aria-hidden=\"true\">");
                for (int i = 0; i < lines.series().size(); i++) {
                    figure.append(String.format(
                            Locale.ROOT,
                            "<span class=\"key\"><i class=\"k%d\"></i>%s</span> ",
                            i,
                            Markup.escape(lines.series().get(i).name())));
                }
                figure.append("</p>\n");
            }
            figure.append(new LineDrawing(lines).render(id));
        } else if (chart instanceof Chart.Bars bars) {
            figure.append(new BarDrawing(bars).render(id));
        }
        return figure.append("</figure>\n").toString();
    }
}
