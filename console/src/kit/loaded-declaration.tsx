import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type OperationName, callApi } from "../api/client.ts";
import { useTenant } from "../app/tenant.ts";
import {
  type DeclarationKind,
  type DeclarationStart,
  type ItemOf,
  newDeclaration,
} from "./declaration.ts";
import { Loaded } from "./loading.tsx";

/** What a form begins with: something that is there, or a new item. */
export type DeclarationSource<Item> = { id: string } | { item: Item };

/** Reads what is to be changed, as it is now, and shows its form then. */
export function LoadedDeclaration<Kind extends DeclarationKind>({
  kind,
  source,
  children,
}: {
  kind: Kind;
  source: DeclarationSource<ItemOf<Kind>>;
  children: (start: DeclarationStart<Kind>) => ReactNode;
}) {
  if ("item" in source) return children(newDeclaration(kind, source.item));
  return (
    <Read kind={kind} id={source.id}>
      {children}
    </Read>
  );
}

function Read<Kind extends DeclarationKind>({
  kind,
  id,
  children,
}: {
  kind: Kind;
  id: string;
  children: (start: DeclarationStart<Kind>) => ReactNode;
}) {
  const tenant = useTenant();
  const name: OperationName = `read${kind}Declaration`;
  const query = useQuery({
    queryKey: [name, tenant.id, id],
    queryFn: async ({ signal }) => {
      const args = { path: { tenantId: tenant.id, id } };
      const reply: unknown = await callApi<OperationName>(name, args, signal);
      return reply as DeclarationStart<Kind>;
    },
    // What is being changed does not change under the person's hands; saving says if somebody else was faster.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return <Loaded query={query}>{children}</Loaded>;
}
