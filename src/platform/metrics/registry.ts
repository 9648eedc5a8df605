/**
 * Figures of this process for Prometheus, in its text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Label values must come from small closed sets: each
 * combination is kept for ever.
 */
export interface Registry {
  /** A number that only grows. By convention the name ends in `_total`. */
  counter<const L extends readonly string[]>(name: string, help: string, labels: L): Counter<L>;
  /**
   * A number that is read when somebody asks. `read` answers one sample for each combination of label values. One that
   * only grows has a name that ends in `_total`, and is a counter to Prometheus.
   */
  gauge<const L extends readonly string[]>(
    name: string,
    help: string,
    labels: L,
    read: () => Iterable<GaugeSample<L>>,
  ): void;
  /** Counts values by size. `buckets` are upper bounds, ascending, without infinity. */
  histogram<const L extends readonly string[]>(
    name: string,
    help: string,
    labels: L,
    buckets: readonly number[],
  ): Histogram<L>;
  /** All figures as they are now. */
  render(): string;
}

/** One label value for each label name. */
export type Values<L extends readonly string[]> = { readonly [K in keyof L]: string };

export interface Counter<L extends readonly string[]> {
  /** The number for these label values; keep it where it is counted often. */
  labels(...values: Values<L>): { add(amount: number): void };
}

export interface Histogram<L extends readonly string[]> {
  labels(...values: Values<L>): { observe(value: number): void };
}

export interface GaugeSample<L extends readonly string[]> {
  labels: Values<L>;
  value: number;
}

/** The media type of {@link Registry.render}. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

/** @throws Error when a name is used twice or is not one that Prometheus takes: a mistake of the program. */
export function createRegistry(): Registry {
  const families = new Map<string, () => string>();

  function add(name: string, help: string, type: string, samples: () => string[]): void {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`${name} is no name for a metric`);
    if (families.has(name)) throw new Error(`the metric ${name} exists already`);
    const header = `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
    families.set(name, () => header + samples().join(""));
  }

  return {
    counter(name, help, labelNames) {
      const children = new Map<string, { value: number; add(amount: number): void }>();
      add(name, help, "counter", () =>
        [...children].map(([labels, child]) => sample(name, labels, child.value)),
      );
      return {
        labels: (...values) =>
          childOf(children, labelText(labelNames, values), () => ({
            value: 0,
            add(amount) {
              this.value += amount;
            },
          })),
      };
    },

    gauge(name, help, labelNames, read) {
      add(name, help, name.endsWith("_total") ? "counter" : "gauge", () =>
        [...read()].map(({ labels, value }) => sample(name, labelText(labelNames, labels), value)),
      );
    },

    histogram(name, help, labelNames, buckets) {
      const children = new Map<string, HistogramChild>();
      add(name, help, "histogram", () =>
        [...children].map(([labels, child]) => child.render(name, labels)),
      );
      return {
        labels: (...values) =>
          childOf(children, labelText(labelNames, values), () => new HistogramChild(buckets)),
      };
    },

    render: () => [...families.values()].map((family) => family()).join(""),
  };
}

class HistogramChild {
  readonly #buckets: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  constructor(buckets: readonly number[]) {
    this.#buckets = buckets;
    this.#counts = buckets.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count++;
    const bucket = this.#buckets.findIndex((bound) => value <= bound);
    if (bucket >= 0) this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
  }

  render(name: string, labels: string): string {
    let below = 0;
    const lines = this.#buckets.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return sample(`${name}_bucket`, joined(labels, `le="${bound}"`), below);
    });
    return [
      ...lines,
      sample(`${name}_bucket`, joined(labels, `le="+Inf"`), this.#count),
      sample(`${name}_sum`, labels, this.#sum),
      sample(`${name}_count`, labels, this.#count),
    ].join("");
  }
}

function childOf<C>(children: Map<string, C>, labels: string, make: () => C): C {
  let child = children.get(labels);
  if (child === undefined) {
    child = make();
    children.set(labels, child);
  }
  return child;
}

function labelText(names: readonly string[], values: readonly string[]): string {
  if (names.length !== values.length) {
    throw new Error(`${names.length} label values are needed, not ${values.length}`);
  }
  return names.map((name, index) => `${name}="${escaped(values[index] ?? "")}"`).join(",");
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function joined(labels: string, more: string): string {
  return labels === "" ? more : `${labels},${more}`;
}

function sample(name: string, labels: string, value: number): string {
  return `${labels === "" ? name : `${name}{${labels}}`} ${formatted(value)}\n`;
}

function formatted(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return String(value);
}
