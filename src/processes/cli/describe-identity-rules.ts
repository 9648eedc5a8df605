import type { DirectoryType, RuleText } from "#engines/directory-types";
import { severities } from "#lib/severity";

/** What the kinds of directories are called. */
export const typeWords: Readonly<Record<DirectoryType, string>> = {
  active_directory: "Active Directory",
  entra: "Entra",
};

/** `privileged access` */
export function categoryWord(category: string): string {
  return category.replaceAll("_", " ");
}

/** All that is asked of directories of each kind, by category, and there the most severe first. */
export function describeRules(
  rules: readonly (RuleText & { readonly type: DirectoryType })[],
): string {
  const sections = [...Map.groupBy(rules, ({ type, category }) => `${type} ${category}`).values()];
  return sections
    .map((section) => {
      const [first] = section;
      const head =
        first === undefined ? "" : `${typeWords[first.type]}, ${categoryWord(first.category)}`;
      return [head.toUpperCase(), ...bySeverity(section).map(describeRule)].join("\n\n");
    })
    .join("\n\n");
}

function describeRule(rule: RuleText): string {
  const { id, title, severity, asks, remediation, references } = rule;
  return [
    `${severity}  ${id}: ${title}`,
    indented("asks", asks),
    indented("fix", remediation),
    ...references.map((page) => indented("see", `${page.title}: ${page.url}`)),
  ].join("\n");
}

/** `    fix: the first line`, the others below it. */
export function indented(name: string, text: string): string {
  return `    ${name}: ${text.trim().replaceAll("\n", "\n      ")}`;
}

/** The most severe first; those of one severity stay in their order. */
export function bySeverity<T extends { readonly severity: RuleText["severity"] }>(
  rules: readonly T[],
): T[] {
  return rules.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
