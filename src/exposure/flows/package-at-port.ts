import type { KnownService } from "#exposure/services";

/**
 * The source package that answers at a port; `null`: a probe does not see that it is one. A package without a version says which
 * distribution the host runs: what shows another version than is installed may have come from elsewhere.
 */
export function packageAtPort({ software }: KnownService): string | null {
  const installed = software?.package ?? null;
  return installed === null || installed.version === null ? null : installed.source;
}
