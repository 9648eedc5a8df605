import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "../../api/client.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { useTenant } from "../../app/tenant.ts";

type Body = Operations["setFindingStatuses"]["body"];
export type Decision = Omit<Body, "findings">;
export type Chosen = Body["findings"][number];

/** How far a decision has come, and what became of it. */
export interface Deciding {
  done: number;
  total: number;
  changed: number;
  same: number;
  conflicts: number;
  missing: number;
  state: "running" | "ended";
  /** Why it stopped before its end. */
  error: Error | null;
}

/** As many as one transaction decides. */
const atOnce = 500;
/** How it is said to the server, and what shows or counts what was decided about. */
const kinds = {
  findings: {
    operation: "setFindingStatuses",
    reads: ["listFindingRows", "readFinding", "listAssetRows", "readAsset"],
  },
  identity: {
    operation: "setIdentityFindingStatuses",
    reads: ["listIdentityFindingRows", "getIdentityFinding", "getDirectory", "listIdentityRules"],
  },
} as const;
export type FindingKind = keyof typeof kinds;

/** Decides about findings, however many, piece by piece; may be stopped between two. */
export function useDecide(kind: FindingKind = "findings") {
  const { operation, reads } = kinds[kind];
  const tenant = useTenant();
  const client = useQueryClient();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const stopped = useRef(false);

  async function decide(chosen: readonly Chosen[], decision: Decision): Promise<void> {
    stopped.current = false;
    let sum: Deciding = {
      done: 0,
      total: chosen.length,
      changed: 0,
      same: 0,
      conflicts: 0,
      missing: 0,
      state: "running",
      error: null,
    };
    setDeciding(sum);
    while (sum.done < chosen.length && !stopped.current && sum.error === null) {
      const findings = chosen.slice(sum.done, sum.done + atOnce);
      sum = await add(sum, findings, decision);
      setDeciding(sum);
    }
    setDeciding({ ...sum, state: "ended" });
    await Promise.all(
      reads.map((name) => client.invalidateQueries({ queryKey: [name, tenant.id] })),
    );
  }

  async function add(sum: Deciding, findings: Chosen[], decision: Decision): Promise<Deciding> {
    try {
      const outcome = await callApi(operation, {
        path: { tenantId: tenant.id },
        body: { ...decision, findings },
      });
      return {
        ...sum,
        done: sum.done + findings.length,
        changed: sum.changed + outcome.changed,
        same: sum.same + outcome.same,
        conflicts: sum.conflicts + outcome.conflicts.length,
        missing: sum.missing + outcome.missing,
      };
    } catch (error) {
      return { ...sum, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  return {
    deciding,
    decide,
    stop: () => {
      stopped.current = true;
    },
  };
}
