import { useCallback, useEffect, useRef, useState } from "react";

/** Rows that are asked for at once. */
export const blockSize = 100;

/** So many rows beyond those that are seen are read as well: at the pace of a wheel one meets no outlines. */
const ahead = 35;

/** Who moves on sooner than this rushes through the table, and reads nothing on the way. */
const restMs = 120;

/** The first and the last block of a table that are to be read. */
export interface BlockRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Which blocks are to be read, as rows come into sight: at once, but while one rushes through the table only those where one
 * comes to rest.
 */
export function useBlockRange(): [BlockRange, (firstRow: number, lastRow: number) => void] {
  const [range, setRange] = useState<BlockRange>({ first: 0, last: 0 });
  const wanted = useRef(range);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((firstRow: number, lastRow: number) => {
    const next = {
      first: Math.floor(Math.max(0, firstRow - ahead) / blockSize),
      last: Math.floor((lastRow + ahead) / blockSize),
    };
    if (next.first === wanted.current.first && next.last === wanted.current.last) return;
    wanted.current = next;
    clearTimeout(timer.current);
    const isSlow = performance.now() - changedAt.current > restMs;
    changedAt.current = performance.now();
    if (isSlow) setRange(next);
    else timer.current = window.setTimeout(() => setRange(next), restMs);
  }, []);
  return [range, show];
}
