export { requireFuture, requireText } from "./require.ts";
