const highestPort = 65_535;

/** A list of ports that cannot be understood; the message names the part that is wrong. */
export class InvalidPortList extends Error {
  override name = "InvalidPortList";
}

/**
 * Reads ports and ranges of ports such as `22,80,8000-8100`.
 *
 * @returns the ports 1 to 65535 in ascending order, each once
 * @throws InvalidPortList
 */
export function parsePortList(text: string): number[] {
  const wanted = new Uint8Array(highestPort + 1);
  let lowest = highestPort;
  let highest = 0;
  for (const part of text.split(",")) {
    const [, from = "", to = from] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part) ?? [];
    const first = Number(from);
    const last = Number(to);
    if (from === "" || first < 1 || last > highestPort) {
      throw new InvalidPortList(
        `${JSON.stringify(part.slice(0, 100))} is no port and no range of ports (1 to ${highestPort}, such as 443 or 8000-8100)`,
      );
    }
    if (last < first) {
      throw new InvalidPortList(`the range of ports ${first}-${last} ends before it begins`);
    }
    wanted.fill(1, first, last + 1);
    lowest = Math.min(lowest, first);
    highest = Math.max(highest, last);
  }
  const ports: number[] = [];
  for (let port = lowest; port <= highest; port++) {
    if (wanted[port] === 1) ports.push(port);
  }
  return ports;
}

/** Writes ports as ascending ranges, as {@link parsePortList} reads them; the empty text for none. */
export function formatPortList(ports: Iterable<number>): string {
  const sorted = [...new Set(ports)].toSorted((a, b) => a - b);
  const parts: string[] = [];
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (sorted[to + 1] === (sorted[to] ?? 0) + 1) to++;
    parts.push(from === to ? `${sorted[from]}` : `${sorted[from]}-${sorted[to]}`);
    from = to + 1;
  }
  return parts.join(",");
}
