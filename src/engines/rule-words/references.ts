import type { RuleText } from "#engines/directory-types";

type Reference = RuleText["references"][number];

/** `attack("T1558.004", "AS-REP Roasting")`: the page of a technique. */
export function attack(id: string, name: string): Reference {
  return {
    title: `MITRE ATT&CK ${id}: ${name}`,
    url: `https://attack.mitre.org/techniques/${id.replace(".", "/")}/`,
  };
}

/** A page of Microsoft's documentation, by its path without the language. */
export function microsoft(title: string, path: string): Reference {
  return { title: `Microsoft: ${title}`, url: `https://learn.microsoft.com/${path}` };
}
