import type { CommandLine } from "./command-line.ts";

/** Says so when no rule here has this id. It is no error: one of a newer probe may be known to nobody here. */
export async function noteUnknownRule(line: Pick<CommandLine, "note">, id: string): Promise<void> {
  const { listRules } = await import("#engines/assess");
  if (listRules().some((rule) => rule.id === id)) return;
  line.note(
    `No rule that is known here is ${JSON.stringify(id)}; is it spelled so? See vedette identity rules.`,
  );
}
