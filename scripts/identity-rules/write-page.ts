import { activeDirectoryRules } from "#engines/active-directory-rules";
import type { RuleText } from "#engines/directory-types";
import { entraRules } from "#engines/entra";
import { accountRuleProofs } from "../../src/engines/active-directory-rules/account-rules/proofs.ts";
import { directoryRuleProofs } from "../../src/engines/active-directory-rules/directory-rules/proofs.ts";
import { neededPermissions } from "../../src/engines/entra/needed-permissions.ts";
import { entraRuleProofs } from "../../src/engines/entra/proofs.ts";
import { type CatalogueRow, domainCatalogue, tenantCatalogue } from "./catalogue.ts";
import { needsOfDomainRules } from "./needs-of-domain.ts";

type Proof = (typeof accountRuleProofs)[string] | (typeof entraRuleProofs)[string];

const proofs: Readonly<Record<string, Proof | undefined>> = {
  ...accountRuleProofs,
  ...directoryRuleProofs,
  ...entraRuleProofs,
};

const head = `<!-- Made by scripts/write-rules.ts from the rules and what is known of their proofs: change those, and run it. -->

# The rules of identity assessments

What an assessment asks of a domain of Active Directory and of a tenant of Entra, how bad it is, what it takes to ask, and how it is
proved that the rule fires on what is bad and is silent on what is good. How directories are declared and read is in
[Identity](identity.md).

Every rule has tests on domains or tenants that are made up. Beyond that **proved** says:

- **Samba**: on a real domain (Samba as a domain controller) that was brought into the state by ordinary means.
- **Samba, planted**: on a real domain in which a value was written that no server sets on request, such as a date in the past.
- **made up**: on made-up domains alone; the reason stands beside it.
- **Graph**: over HTTP on a local server that speaks as Microsoft Graph does. None was tried on a tenant of Microsoft's.
`;

const needs = `
**Needs** says what a rule tells when it cannot be asked: it is *not evaluated* then, which is neither good nor bad. Rules about
Active Directory without such a sentence are asked of each object by itself; an object that the reader may not see whole is counted
as unread. An ordinary account of the domain can read what nearly all of them need.
`;

/** The page `docs/identity-rules.md`. */
export function rulesPage(): string {
  return [
    head,
    "## The catalogue: Active Directory and certificate services\n",
    catalogueTable(domainCatalogue),
    besides(activeDirectoryRules, domainCatalogue),
    "## The catalogue: Entra\n",
    catalogueTable(tenantCatalogue),
    besides(entraRules, tenantCatalogue),
    "## Rules about Active Directory\n",
    needs.trimStart(),
    rulesTable(activeDirectoryRules, needsOfDomain),
    "## Rules about Entra\n",
    "**Needs** names application permissions of Microsoft Graph; without one of them the rule is *not evaluated*.\n",
    rulesTable(entraRules, needsOfTenant),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function catalogueTable(rows: readonly CatalogueRow[]): string {
  return table(
    ["#", "What", "Rules", "Proved", "Remark"],
    rows.map(({ number, check, rules, note }) => [
      number,
      check,
      rules.map(code).join(", ") || "none",
      [...new Set(rules.map(shortProof))].join("; ") || "–",
      note ?? "",
    ]),
  );
}

/** Rules that no row of the catalogue asks for. */
function besides(rules: readonly RuleText[], rows: readonly CatalogueRow[]): string {
  const expected = new Set(rows.flatMap((one) => one.rules));
  const others = rules.filter(({ id }) => !expected.has(id));
  if (others.length === 0) return "";
  return `Besides these there are: ${others.map(({ id }) => code(id)).join(", ")}.\n`;
}

function rulesTable(rules: readonly RuleText[], needsOf: (id: string) => string): string {
  return table(
    ["Rule", "Title", "Category", "Severity", "What is asked", "Needs", "Proved"],
    rules.map(({ id, title, category, severity, asks }) => [
      code(id),
      title,
      category.replaceAll("_", " "),
      severity,
      asks,
      needsOf(id),
      fullProof(id),
    ]),
  );
}

const sentences = needsOfDomainRules();
const needsOfDomain = (id: string) => sentences.get(id) ?? "";

function needsOfTenant(id: string): string {
  return Object.entries(neededPermissions)
    .filter(([, rules]: [string, readonly string[]]) => rules.includes(id))
    .map(([permission]) => permission)
    .join(", ");
}

function shortProof(id: string): string {
  const proof = proofs[id];
  if (proof === undefined) throw new Error(`Nothing says how the rule ${id} is proved.`);
  if (typeof proof === "object") return "made up";
  return { samba: "Samba", planted: "Samba, planted", graph: "Graph" }[proof];
}

function fullProof(id: string): string {
  const proof = proofs[id];
  return typeof proof === "object" ? `made up: ${proof.generated}` : shortProof(id);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return `${[line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n")}\n`;
}

const code = (text: string) => `\`${text}\``;
/** Of a table: no bars, no ends of lines; no blank is left of an empty one. */
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
