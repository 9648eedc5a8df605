import { ErrorSchema } from "./schemas.ts";

const rateHeaderNames = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"] as const;

const integer = { type: "integer" } as const;

/** Headers of replies, described once. */
export const sharedHeaders = {
  "RateLimit-Limit": { description: "Requests allowed in any 60 s.", schema: integer },
  "RateLimit-Remaining": { description: "Requests still allowed now.", schema: integer },
  "RateLimit-Reset": {
    description: "Seconds until the oldest counted request leaves the window of 60 s.",
    schema: integer,
  },
  "Retry-After": { description: "Seconds; a request after so long succeeds.", schema: integer },
} as const;

type HeaderName = keyof typeof sharedHeaders;

function refusal(description: string, headers: readonly HeaderName[]) {
  const schema = { $ref: `#/components/schemas/${ErrorSchema.$id}` };
  return {
    description,
    headers: headersNamed(headers),
    content: { "application/json": { schema } },
  };
}

function headersNamed(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** What any route of a public service may answer besides its own replies, by status; described once. */
const refusals = {
  400: ["Malformed", refusal("Malformed: `details` says where.", rateHeaderNames)],
  401: ["Unauthorized", refusal("The key is missing, malformed, revoked or unknown.", [])],
  403: ["Forbidden", refusal("The key may only read.", rateHeaderNames)],
  404: ["NotFound", refusal("The tenant has none with this id.", rateHeaderNames)],
  429: ["RateLimited", refusal("Too many requests.", [...rateHeaderNames, "Retry-After"])],
  500: ["Internal", refusal("A defect of the server: its log says more.", [])],
  503: ["Unavailable", refusal("No answer is possible now.", ["Retry-After"])],
} as const;

export const sharedReplies = Object.fromEntries(Object.values(refusals));

/** Carries the statuses from a route to the document, and is gone there. */
export const refusalsMark = "x-refusals";

/** The statuses of a route that it does not declare itself. */
export function refusalsOf(route: {
  url: string;
  method: string | string[];
  config?: { scope?: string };
}): (keyof typeof refusals)[] {
  const writes = route.config?.scope === "write";
  // Acknowledging what does not exist is answered with false.
  const findsOne = route.url.includes("/:id") && !route.url.endsWith("/acknowledge");
  return [
    400,
    401,
    ...(writes ? [403 as const] : []),
    ...(findsOne ? [404 as const] : []),
    429,
    500,
    503,
  ];
}

interface MarkedOperation {
  responses: Record<string, object>;
  [refusalsMark]?: (keyof typeof refusals)[];
}

/** Completes one operation of the document: rate headers on its good replies, and references to the shared ones. */
export function addSharedReplies(operation: unknown): void {
  if (!isMarked(operation)) return;
  for (const reply of Object.values(operation.responses)) {
    Object.assign(reply, { description: "Done.", headers: headersNamed(rateHeaderNames) });
  }
  for (const status of operation[refusalsMark] ?? []) {
    operation.responses[status] = { $ref: `#/components/responses/${refusals[status][0]}` };
  }
  delete operation[refusalsMark];
}

function isMarked(value: unknown): value is MarkedOperation {
  return typeof value === "object" && value !== null && refusalsMark in value;
}
