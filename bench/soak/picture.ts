import type { Verdict } from './verdict';

const CHART = { width: 360, height: 120, left: 52, right: 12, top: 30, bottom: 22 };
const COLUMNS = 2;
const STYLE = `
  text { font: 11px system-ui, sans-serif; fill: #5d6675 }
  .title { font-size: 13px; font-weight: 600; fill: #1d2129 }
  .line { fill: none; stroke: #0f766e; stroke-width: 1.5 }
  .leak { stroke: #c2410c } .axis { stroke: #e3e0da } .back { fill: #fbfaf8 }`;

/** The curves of a run as one SVG. */
export function picture(verdicts: readonly Verdict[], heading: string): string {
  const rows = Math.ceil(verdicts.length / COLUMNS);
  const [width, height] = [COLUMNS * CHART.width, rows * CHART.height + 36];
  const charts = verdicts.map((verdict, index) => {
    const [x, y] = [(index % COLUMNS) * CHART.width, Math.floor(index / COLUMNS) * CHART.height + 36];
    return `<g transform="translate(${x} ${y})">${chart(verdict)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${heading}">`,
    `<style>${STYLE}</style><rect class="back" width="${width}" height="${height}"/>`,
    `<text class="title" x="12" y="22">${heading}</text>`,
    ...charts,
    '</svg>\n',
  ].join('\n');
}

function chart({ title, unit, points, perHour, isLeak }: Verdict): string {
  const { width, height, left, right, top, bottom } = CHART;
  const [longest, most] = [
    points.at(-1)?.hours ?? 1,
    Math.max(...points.map(({ value }) => value), 1e-9) * 1.1,
  ];
  const xOf = (hours: number) => left + (hours / longest) * (width - left - right);
  const yOf = (value: number) => height - bottom - (value / most) * (height - top - bottom);
  const line = points
    .map(({ hours, value }) => `${xOf(hours).toFixed(1)},${yOf(value).toFixed(1)}`)
    .join(' ');
  const slope = `${perHour >= 0 ? '+' : '−'}${shown(Math.abs(perHour))} ${unit} an hour`;
  return [
    `<text class="title" x="12" y="18">${title}</text>`,
    `<text x="${width - right}" y="18" text-anchor="end">${slope}</text>`,
    `<line class="axis" x1="${left}" x2="${width - right}" y1="${yOf(0)}" y2="${yOf(0)}"/>`,
    `<text x="${left - 6}" y="${yOf(most / 1.1) + 4}" text-anchor="end">${shown(most / 1.1)}</text>`,
    `<text x="${left - 6}" y="${yOf(0) + 4}" text-anchor="end">0</text>`,
    `<text x="${left}" y="${height - 6}">0</text>`,
    `<text x="${width - right}" y="${height - 6}" text-anchor="end">${shown(longest * 60)} min</text>`,
    `<polyline class="line${isLeak === true ? ' leak' : ''}" points="${line}"/>`,
  ].join('');
}

export function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
