/** The closed list of error codes and the HTTP status of each. Clients may rely on them; the list only grows. */
export const problemStatus = {
  invalid_request: 400,
  plan_limit_reached: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** One wrong place of the input: a JSON pointer or `file:line path`, and what is wrong there. */
export interface ProblemDetail {
  path: string;
  message: string;
}

/**
 * What went wrong, for the one who asked: a sentence to act on, never internals. HTTP answers it with the code's status,
 * the command line prints the sentence and exits with 1.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[] | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    options: { details?: readonly ProblemDetail[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}
