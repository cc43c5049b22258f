//! The table as a picture: one bar an engine, from its median to its p99, on a logarithmic scale.

use std::fmt::Write as _;

use crate::measure::Row;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 80.0;
const TOP: f64 = 60.0;
const LINE: f64 = 34.0;

/// Draws the rows as SVG.
pub(crate) fn draw(rows: &[Row], title: &str) -> String {
    let figures: Vec<[f64; 4]> = rows.iter().map(Row::figures).collect();
    let least = figures.iter().map(|f| f[0]).fold(f64::INFINITY, f64::min).max(1.0).log10().floor();
    let most = figures.iter().map(|f| f[2]).fold(1.0, f64::max).log10().ceil();
    let x = |us: f64| LEFT + (us.max(1.0).log10() - least) / (most - least).max(1.0) * (WIDTH - LEFT - RIGHT);
    #[expect(clippy::cast_precision_loss, reason = "a handful of rows")]
    let y = |index: usize| TOP + LINE * index as f64;
    let height = y(rows.len()) + 50.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"16\" y=\"24\" font-size=\"15\">Latency of a verdict: median (dark), p90 and p99 (light)</text>\n\
         <text x=\"16\" y=\"42\" fill=\"#666\" font-size=\"11\">{}</text>\n",
        escaped(title)
    );
    let mut decade = least;
    while decade <= most {
        let us = 10_f64.powf(decade);
        let label = if us >= 1000.0 { format!("{} ms", us / 1000.0) } else { format!("{us} us") };
        let _ = writeln!(
            svg,
            "<path d=\"M{0:.1} {TOP}V{1:.1}\" stroke=\"#ddd\"/><text x=\"{0:.1}\" y=\"{2:.1}\" fill=\"#666\" text-anchor=\"middle\">{label}</text>",
            x(us),
            height - 40.0,
            height - 22.0
        );
        decade += 1.0;
    }
    for (index, (row, [p50, p90, p99, _])) in rows.iter().zip(&figures).enumerate() {
        let (top, fill) = (y(index) + 6.0, if index == 0 { "#b3261e" } else { "#39506b" });
        let mut bar = |to: f64, opacity: f64| {
            let width = (x(to) - LEFT).max(1.0);
            let _ = writeln!(
                svg,
                "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width:.1}\" height=\"20\" fill=\"{fill}\" fill-opacity=\"{opacity}\"/>"
            );
        };
        bar(*p99, 0.2);
        bar(*p90, 0.35);
        bar(*p50, 1.0);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><text x=\"{:.1}\" y=\"{:.1}\">{p50:.0} us</text>",
            LEFT - 8.0,
            top + 15.0,
            escaped(row.name),
            x(*p99) + 6.0,
            top + 15.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
