import { InvalidReport, type OpenFile } from "./imported-report.ts";

/** Bounds for a file of lines: nuclei puts whole requests and responses into them. */
const most = { lineBytes: 16 * 2 ** 20, fileBytes: 2 ** 30 } as const;

/**
 * The lines of a file, one at a time, without their ends; those that are empty are left out.
 *
 * @throws InvalidReport when the file, or a line of it, is too long.
 */
export async function* linesOf(open: OpenFile): AsyncGenerator<{ number: number; text: string }> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let fileBytes = 0;
  let number = 0;
  const take = (end: Uint8Array): { number: number; text: string } => {
    number += 1;
    const text = Buffer.concat([...held, end])
      .toString("utf8")
      .trim();
    held = [];
    heldBytes = 0;
    return { number, text };
  };
  for await (const piece of open()) {
    fileBytes += piece.length;
    if (fileBytes > most.fileBytes) {
      throw new InvalidReport(`it is longer than ${most.fileBytes} bytes`);
    }
    let from = 0;
    for (let end = piece.indexOf(0x0a); end >= 0; end = piece.indexOf(0x0a, from)) {
      const line = take(piece.subarray(from, end));
      if (line.text !== "") yield line;
      from = end + 1;
    }
    held.push(piece.slice(from));
    heldBytes += piece.length - from;
    if (heldBytes > most.lineBytes) {
      throw new InvalidReport(`line ${number + 1} is longer than ${most.lineBytes} bytes`);
    }
  }
  const last = take(new Uint8Array());
  if (last.text !== "") yield last;
}
