"""The chart of the benchmark: a dispatch beside its peers, and by the number of screens, both logarithmic."""
import math
from html import escape

WIDTH, ROW, LEFT, RIGHT = 760, 26, 290, 90


def chart(tables):
    parts, top = [], 10
    for table in tables[:3]:
        rows = [(row[0], row[1]) for row in table.rows if not isinstance(row[1], str)]
        unit = "" if "µs" in table.title else " (µs)"
        parts.append(f'<text x="10" y="{top + 14}" font-weight="bold">{escape(table.title)}{unit}</text>')
        top += 24
        largest = max(figure for _, figure in rows)
        least = min(0.1, min(figure for _, figure in rows))
        room = WIDTH - LEFT - RIGHT
        for name, figure in rows:
            length = max(2, room * math.log(figure / least) / math.log(max(largest, 10) / least))
            fill = "#c0571a" if name == "navtree" or table is not tables[0] else "#7a8794"
            parts.append(f'<text x="{LEFT - 8}" y="{top + 16}" text-anchor="end">{escape(name)}</text>')
            parts.append(f'<rect x="{LEFT}" y="{top + 4}" width="{length:.0f}" height="{ROW - 10}" fill="{fill}"/>')
            parts.append(f'<text x="{LEFT + length + 6:.0f}" y="{top + 16}">{figure:.3g}</text>')
            top += ROW
        top += 14
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{top}" viewBox="0 0 {WIDTH} {top}" '
        'font-family="sans-serif" font-size="12">')
    return "\n".join([head, f'<rect width="{WIDTH}" height="{top}" fill="white"/>', *parts, "</svg>"]) + "\n"
