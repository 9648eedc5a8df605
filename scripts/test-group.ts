import { AsyncResource } from "node:async_hooks";
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

// The test files named as arguments, in this one process, each a suite of its own, so that its hooks see no other's tests. They
// are loaded one after the other: a module that several import, and that waits for something, would else go on for the first.
let loading: Promise<unknown> = Promise.resolve();
for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    // Bound, for by that a test finds the suite that it belongs to.
    const load = AsyncResource.bind(() => import(pathToFileURL(file).href));
    loading = loading.then(load, load);
    await loading;
  });
}
