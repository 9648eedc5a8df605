/** `3d 4h`: the two largest units. */
export function formatDuration(seconds: number): string {
  const units = [
    ["d", 86_400],
    ["h", 3600],
    ["m", 60],
    ["s", 1],
  ] as const;
  let rest = Math.floor(seconds);
  const parts = units.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first < 0) return "0s";
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) => `${count}${unit}`)
    .join(" ");
}
