import {
  type UseQueryResult,
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { tellDone, tellFailed } from "../app/tell.tsx";
import { useTenant } from "../app/tenant.ts";
import { type Arguments, type OperationName, type Reply, callApi } from "./client.ts";
import { untilKept, useRemoval } from "./removal.ts";

/** What remains to be said of an operation of a tenant. */
export type TenantArguments<Name extends OperationName> = Omit<Arguments<Name>, "path"> &
  (Arguments<Name> extends { path: infer Path }
    ? keyof Omit<Path, "tenantId"> extends never
      ? { path?: Readonly<Record<string, never>> }
      : { path: Omit<Path, "tenantId"> }
    : object);

/** The key of an answer, so that live news and actions can say what is out of date: `[operation, tenant, arguments]`. */
export function queryKey(name: OperationName, tenantId: string, args: object) {
  return [name, tenantId, args] as const;
}

/** An operation of the tenant that is looked at, with the tenant's id filled in. */
function withTenant<Name extends OperationName>(
  args: TenantArguments<Name>,
  tenantId: string,
): Arguments<Name> {
  const { path } = args as { path?: object };
  return { ...args, path: { ...path, tenantId } } as unknown as Arguments<Name>;
}

/** How something of a tenant is read, for `useQuery` and for reading it ahead. */
export function apiQuery<Name extends OperationName>(
  name: Name,
  args: TenantArguments<Name>,
  tenantId: string,
) {
  return {
    queryKey: queryKey(name, tenantId, args),
    queryFn: ({ signal }: { signal: AbortSignal }) => readApi(name, args, tenantId, signal),
  };
}

/** Reads something of a tenant that is not being deleted. */
export async function readApi<Name extends OperationName>(
  name: Name,
  args: TenantArguments<Name>,
  tenantId: string,
  signal: AbortSignal,
): Promise<Reply<Name>> {
  await untilKept(args);
  signal.throwIfAborted();
  return callApi(name, withTenant<Name>(args, tenantId), signal);
}

/** Reads something of the tenant. The answer before stays on screen while the next one comes. */
export function useApi<Name extends OperationName>(
  name: Name,
  args: TenantArguments<Name>,
  options: { enabled?: boolean; refetchInterval?: number | false } = {},
): UseQueryResult<Reply<Name>> {
  const tenant = useTenant();
  return useQuery({
    ...apiQuery(name, args, tenant.id),
    placeholderData: keepPreviousData,
    ...options,
  }) as UseQueryResult<Reply<Name>>;
}

/**
 * Does something in the tenant. What it changes is read again; a failure is told in a notice, with the server's sentence.
 *
 * @param options.changes operations whose answers are out of date afterwards.
 * @param options.quiet the caller shows the failure itself.
 * @param options.removes the id of what is gone afterwards, with the page that it is done on.
 */
export function useAct<Name extends OperationName>(
  name: Name,
  options: {
    changes: readonly OperationName[];
    done?: string;
    quiet?: boolean;
    removes?: string;
  },
) {
  const tenant = useTenant();
  const client = useQueryClient();
  const removal = useRemoval();
  return useMutation<Reply<Name>, Error, TenantArguments<Name>>({
    mutationFn: (args) => {
      const work = () => callApi(name, withTenant<Name>(args, tenant.id));
      return options.removes === undefined ? work() : removal(options.removes, work);
    },
    onSuccess: () => {
      if (options.done !== undefined) tellDone(options.done);
    },
    onError: (error) => {
      if (options.quiet !== true) tellFailed(error);
    },
    onSettled: async (_reply, error) => {
      const read = options.changes.map((each) =>
        client.invalidateQueries({ queryKey: [each, tenant.id] }),
      );
      // What failed is over: who asked for it need not wait for a server that may be away.
      if (error === null) await Promise.all(read);
    },
  });
}
