import { useEffect, useRef } from "react";

/** Ids of what is being deleted, until its page is left. */
const underWay = new Map<string, Promise<undefined>>();

/** Waits until nothing that the arguments name is being deleted. */
export async function untilKept(args: object): Promise<void> {
  if (underWay.size === 0) return;
  const asked = JSON.stringify(args);
  await Promise.all([...underWay].filter(([id]) => asked.includes(id)).map(([, ended]) => ended));
}

/**
 * For who deletes something on its own page. The news of it may be here before the answer: it is read again only once that
 * has failed. Whatever shows it goes away with the page, and asks no more.
 */
export function useRemoval(): <Result>(id: string, work: () => Promise<Result>) => Promise<Result> {
  const endings = useRef(new Set<() => void>());
  useEffect(() => {
    const all = endings.current;
    return () => {
      for (const end of all) end();
    };
  }, []);
  return async (id, work) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = () => {
      underWay.delete(id);
      resolve(undefined);
    };
    underWay.set(id, promise);
    endings.current.add(end);
    try {
      return await work();
    } catch (error) {
      end();
      throw error;
    }
  };
}
