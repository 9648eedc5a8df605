/** An abort signal that Ctrl-C sets off, once. The second one ends the program at once, as ever. */
export function onInterrupt(): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, abort);
  return {
    signal: controller.signal,
    done() {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, abort);
    },
  };
}
