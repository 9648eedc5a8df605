import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type Arguments, type OperationName, type Reply, callApi } from "./client.ts";

/** Reads something that is of no tenant. */
export function useOwn<Name extends OperationName>(
  name: Name,
  args: Arguments<Name>,
  options: { enabled?: boolean } = {},
): UseQueryResult<Reply<Name>> {
  return useQuery<Reply<Name>>({
    queryKey: [name, args],
    queryFn: ({ signal }) => callApi(name, args, signal),
    ...options,
  });
}

/** Does something that is of no tenant. The caller shows a failure. `changes` are out of date afterwards. */
export function useOwnAct<Name extends OperationName>(
  name: Name,
  changes: readonly OperationName[] = [],
): UseMutationResult<Reply<Name>, Error, Arguments<Name>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (args) => callApi(name, args),
    onSettled: () =>
      Promise.all(changes.map((each) => client.invalidateQueries({ queryKey: [each] }))),
  });
}
