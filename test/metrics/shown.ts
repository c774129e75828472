/** A line of `/metrics`: its labels, and its value. */
export interface Shown {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** What a text in the form of Prometheus shows, by the name of each metric; those that it names without a value are there too. */
export function shownIn(text: string): ReadonlyMap<string, readonly Shown[]> {
  const shown = new Map<string, Shown[]>();
  const of = (name: string): Shown[] => {
    const known = shown.get(name) ?? [];
    shown.set(name, known);
    return known;
  };
  for (const line of text.split('\n')) {
    const named = /^# TYPE (\w+) (\w+)$/.exec(line);
    if (named?.[1]) of(named[1]);
    const found = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!found?.[1]) continue;
    const labels = Object.fromEntries(
      [...(found[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]),
    );
    of(found[1]).push({ labels, value: Number(found[3]) });
  }
  return shown;
}

/** The one value with these labels; undefined where it is not shown. */
export const valueOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
  shownIn(text)
    .get(name)
    ?.find((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))?.value;
