import { app } from "./app.ts";
import { overview } from "./overview.ts";
import { states } from "./states.ts";

/** What the frame and the overview say: all that the first page needs. */
export const first = { ...app, ...overview, ...states } as const;
