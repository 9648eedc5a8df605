import { ApiProblem } from "../api/client.ts";
import { t } from "../text/text.ts";

/** What there is to say of an error besides its own sentence. */
export interface ProblemWords {
  title: string;
  hints: readonly string[];
}

/** @param wanted whether something was to be seen, or to be done. */
export function problemWords(error: Error, wanted: "reading" | "deed"): ProblemWords {
  const { status, requestId } =
    error instanceof ApiProblem ? error : { status: -1, requestId: undefined };
  const where =
    status >= 500 && requestId !== undefined ? [t("error.requestId", { id: requestId })] : [];
  if (wanted === "deed") {
    // Who was not answered knows nothing: the question may have arrived.
    if (!isUnanswered(error)) return { title: t("error.notDone"), hints: where };
    return { title: t("error.unanswered"), hints: [t("error.perhapsDone"), ...where] };
  }
  if (status === 404) return { title: t("error.gone"), hints: [t("error.goneHint")] };
  if (status === 403) return { title: t("error.forbidden"), hints: [] };
  return { title: t("error.title"), hints: where };
}

/** Whether nobody answered, or only a proxy in between. */
export function isUnanswered(error: Error): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status >= 502);
}

/** Whether there is nothing to see here, however often one asks. */
export function isDenied(error: Error): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 403);
}
