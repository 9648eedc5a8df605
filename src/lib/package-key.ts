/** A package is known by its name, architecture and version: of kernels several versions are installed side by side. */
export function packageKey(of: { name: string; arch: string; version: string }): string {
  return `${of.name}\n${of.arch}\n${of.version}`;
}
