/** The rows of a chart: a label, a drawing and a value. Positions are 0 to 100. */

/** A bar from one position to another. */
export function bar(kind: 'back' | 'ours' | 'floor' | 'miss' | 'faint', from: number, to: number): string {
  const [left, right] = [within(from), within(to)];
  return `<rect class="${kind}" x="${left}" y="0" width="${Math.max(0.3, right - left)}" height="12"/>`;
}

export function tick(kind: 'goal' | 'grid', at: number): string {
  const x = within(at);
  return `<line class="${kind}" x1="${x}" x2="${x}" y1="-1" y2="13"/>`;
}

/** @param label, value HTML */
export function row(label: string, marks: readonly string[], value: string, isMissed = false): string {
  return `<div class="row${isMissed ? ' missed' : ''}"><span class="label">${label}</span>
    <svg class="track" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">${marks.join('')}</svg>
    <span class="value">${value}</span></div>`;
}

export function section(title: string, about: string, ...content: readonly string[]): string {
  return `<section><h2>${escaped(title)}</h2><p>${escaped(about)}</p>${content.join('')}</section>`;
}

/** @param entries the meaning of each colour */
export function legend(
  entries: Readonly<Partial<Record<'ours' | 'floor' | 'missed' | 'faint' | 'tick', string>>>,
): string {
  const items = Object.entries(entries).map(([name, meaning]) => {
    const mark = name === 'tick' ? '<i class="tick"></i>' : `<i style="background: var(--${name})"></i>`;
    return `<span>${mark}${escaped(meaning)}</span>`;
  });
  return `<div class="legend">${items.join('')}</div>`;
}

export function axis(labels: readonly string[]): string {
  return `<div class="axis"><span></span><div>${labels.map((each) => `<span>${each}</span>`).join('')}</div><span></span></div>`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function within(position: number): number {
  return Math.round(Math.min(100, Math.max(0, position)) * 100) / 100;
}
