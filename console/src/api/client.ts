import { t } from "../text/text.ts";
import { type Operations, operations } from "./operations.generated.ts";

export type OperationName = keyof Operations;

/** What an operation takes; the tenant's id is put in by the hooks. */
export type Arguments<Name extends OperationName> = Omit<Operations[Name], "reply">;
export type Reply<Name extends OperationName> = Operations[Name]["reply"];

/** Why the server did not do what it was asked, in a sentence for people. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: readonly { path: string; message: string }[];

  constructor(
    status: number,
    body: {
      error: string;
      code: string;
      requestId?: string;
      details?: readonly { path: string; message: string }[];
    },
  ) {
    super(body.error);
    this.status = status;
    this.code = body["code"];
    this.requestId = body.requestId;
    this.details = body.details ?? [];
  }
}

interface LooseArguments {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
}

/** An address of the console's API, wherever the console is mounted. */
function apiUrl(path: string): string {
  return new URL(`api${path}`, document.baseURI).href;
}

/** The address of an operation with its parameters, also for links and downloads. */
export function operationUrl(
  name: OperationName,
  { path = {}, query = {} }: LooseArguments,
): string {
  const filled = operations[name][1].replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(path[key] ?? ""),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return apiUrl(text === "" ? filled : `${filled}?${text}`);
}

/**
 * Asks the server.
 *
 * @throws ApiProblem with the server's own sentence, or one of ours when it cannot be reached.
 */
export async function callApi<Name extends OperationName>(
  name: Name,
  args: Arguments<Name>,
  signal?: AbortSignal,
): Promise<Reply<Name>> {
  const loose = args as LooseArguments;
  const { body } = loose;
  const reply = await request(operationUrl(name, loose), {
    method: operations[name][0],
    ...(signal === undefined ? {} : { signal }),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return (await reply.json()) as Reply<Name>;
}

/** What went wrong when nobody answers. */
export function unreachable(): ApiProblem {
  return new ApiProblem(0, { error: t("error.unreachable"), code: "unreachable" });
}

/** `fetch` that throws what people can read. @throws ApiProblem */
async function request(url: string, init: RequestInit): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(url, { credentials: "same-origin", ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
  if (reply.ok) return reply;
  throw await problemOf(reply);
}

async function problemOf(reply: Response): Promise<ApiProblem> {
  const text = await reply.text();
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const error = body["error"] ?? body["message"];
    if (typeof error === "string") {
      return new ApiProblem(reply.status, {
        code: typeof body["code"] === "string" ? body["code"] : "unknown",
        error,
        ...placesOf(body),
      });
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const error = t("error.answered", { status: reply.status });
  return new ApiProblem(reply.status, { error, code: "unknown" });
}

/** What a reply of our own server says besides; one of the accounts library has neither. */
function placesOf(body: Readonly<Record<string, unknown>>) {
  const { requestId, details } = body as {
    requestId?: string;
    details?: readonly { path: string; message: string }[];
  };
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === undefined ? {} : { details }),
  };
}
