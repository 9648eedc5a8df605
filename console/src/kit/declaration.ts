import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiProblem, type OperationName, callApi } from "../api/client.ts";
import type { DeclarationOutcome, Operations } from "../api/operations.generated.ts";
import { useTenant } from "../app/tenant.ts";
import { t } from "../text/text.ts";

/** What `vedette apply` declares, and the console one at a time. */
export type DeclarationKind =
  | "Company"
  | "Collector"
  | "Sensor"
  | "MaintenanceWindow"
  | "Site"
  | "Probe"
  | "Scan"
  | "Bundle"
  | "Audit"
  | "Directory";

/** An item as it stands in a configuration file. */
export type ItemOf<Kind extends DeclarationKind> = Operations[`create${Kind}`]["body"];

/** Where a form begins: with what is there (as `read…Declaration` answers), or with a new item. */
export interface DeclarationStart<Kind extends DeclarationKind> {
  /** `null`: a new one. */
  id: string | null;
  item: ItemOf<Kind>;
  /** JSON pointers of what is kept and not shown. */
  secrets: readonly string[];
  version: string | null;
}

/** A start for a new item. */
export function newDeclaration<Kind extends DeclarationKind>(
  _kind: Kind,
  item: ItemOf<Kind>,
): DeclarationStart<Kind> {
  return { id: null, item, secrets: [], version: null };
}

/** Some keys of an item; of a union, keys of any of its types. */
type Changes<Item> = Item extends unknown ? { [Key in keyof Item]?: Item[Key] | undefined } : never;

interface Detail {
  path: string;
  message: string;
}

/** An item while it is filled in, and what the server says of it. */
export interface Declaration<Kind extends DeclarationKind> {
  kind: Kind;
  id: string | null;
  item: ItemOf<Kind>;
  /** Changes some keys; `undefined` takes one away. */
  change: (change: Changes<ItemOf<Kind>>) => void;
  /** Puts another item in its place: of another type, say. */
  replace: (item: ItemOf<Kind>) => void;
  /** Whether a secret is kept at this JSON pointer: its field may be left empty. */
  keepsSecret: (pointer: string) => boolean;
  /** What is wrong at a JSON pointer or below it, once the person has been there or tried to save. */
  errorOf: (pointer: string) => string | undefined;
  /** The person has left the field: from now on it says what is wrong with it. */
  touch: (pointer: string) => void;
  /** All that was wrong when it was to be saved. */
  faults: readonly Detail[];
  /** What went wrong otherwise. */
  failure: Error | null;
  /** What saving would change, and is worth a look. `null`: nothing is known yet, or there are faults. */
  preview: DeclarationOutcome | null;
  isDirty: boolean;
  isSaving: boolean;
  secrets: readonly string[];
  /** Saves it. `null`: there was something wrong, and it is shown. */
  save: () => Promise<DeclarationOutcome | null>;
}

/** Asks the server what is wrong with an item a moment after the last key. */
const pauseMs = 400;

/** Holds an item while a person fills it in: the server looks at it as it is typed, and saves it. */
export function useDeclaration<Kind extends DeclarationKind>(
  kind: Kind,
  start: DeclarationStart<Kind>,
): Declaration<Kind> {
  const tenant = useTenant();
  const client = useQueryClient();
  const [item, setItem] = useState(start.item);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [refused, setRefused] = useState<{ item: ItemOf<Kind>; details: readonly Detail[] }>();
  const [failure, setFailure] = useState<Error | null>(null);
  const isDirty = !isSaved && JSON.stringify(item) !== JSON.stringify(start.item);

  const send = async (body: ItemOf<Kind>, dryRun: boolean, signal?: AbortSignal) => {
    const query = {
      ...(dryRun ? { dryRun } : {}),
      ...(start.version === null ? {} : { version: start.version }),
    };
    const path = { tenantId: tenant.id, ...(start.id === null ? {} : { id: start.id }) };
    const name: OperationName = `${start.id === null ? ("create" as const) : ("change" as const)}${kind}`;
    const reply: unknown = await callApi<OperationName>(name, { path, query, body }, signal);
    return reply as DeclarationOutcome;
  };

  const [settled] = useDebouncedValue(item, pauseMs);
  const look = useQuery({
    queryKey: [`look at ${kind}`, tenant.id, start.id, settled],
    queryFn: ({ signal }) => send(settled, true, signal),
    // What is still being typed is nobody's fault yet. And a file of many megabytes is sent once.
    enabled: isDirty && settled === item && !isSaving && kind !== "Bundle",
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

  const seen = isDirty ? (look.data?.faults ?? []) : [];
  const details = refused !== undefined && refused.item === item ? refused.details : seen;
  return {
    kind,
    id: start.id,
    item,
    change: (change) => setItem((before) => withChange(before, change)),
    replace: setItem,
    keepsSecret: (pointer) => start.secrets.includes(pointer),
    secrets: start.secrets,
    errorOf: (pointer) =>
      attempted || touched.has(pointer) ? sentenceAt(details, pointer) : undefined,
    touch: (pointer) => setTouched((before) => new Set([...before, pointer])),
    faults: attempted ? details : [],
    failure,
    preview: isDirty && look.data?.faults.length === 0 ? look.data : null,
    isDirty,
    isSaving,
    async save() {
      setSaving(true);
      setAttempted(true);
      setFailure(null);
      try {
        const outcome = await send(item, false);
        setSaved(true);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === tenant.id });
        return outcome;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const places = error instanceof ApiProblem && error.status === 400 ? error.details : [];
        setRefused({ item, details: places });
        if (places.length === 0 || places.some(({ path }) => path === "version")) setFailure(error);
        return null;
      } finally {
        setSaving(false);
      }
    },
  };
}

function withChange<Item extends object>(before: Item, change: object): Item {
  const merged = Object.entries({ ...before, ...change }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(merged) as Item;
}

/** What is wrong at a place or below it, as one line. */
function sentenceAt(details: readonly Detail[], pointer: string): string | undefined {
  const here = details.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
  if (here.length === 0) return undefined;
  return here
    .slice(0, 3)
    .map(({ path, message }) => {
      const entry = /^\/(\d+)$/.exec(path.slice(pointer.length))?.[1];
      return entry === undefined
        ? capitalised(message)
        : t("forms.entry", { number: Number(entry) + 1, message });
    })
    .join(" ");
}

/** `must be text` → `Must be text.` */
export function capitalised(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
