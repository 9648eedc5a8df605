import Type from "typebox";
import { directoryTypes, ruleCategories } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { withoutNulls } from "#lib/without-nulls";
import {
  type PublicRoutes,
  callerOf,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
  word,
} from "#platform/http";
import { type Query, oneValue, parsePage, wrongParameter } from "#platform/pagination";
import { type IdentityFindingFilter, listIdentityFindings } from "./list-identity-findings.ts";
import { listRuleResults } from "./list-rule-results.ts";
import {
  IdentityFindingDetailSchema,
  IdentityFindingListSchema,
} from "./listed-identity-finding.ts";
import { type ListedRuleResult, RuleResultListSchema } from "./listed-rule-result.ts";
import { readIdentityFinding } from "./read-identity-finding.ts";

const filters = {
  siteId: queryParameter(
    Type.String({ description: "Only findings of this site; an unknown one has none." }),
  ),
  directoryId: queryParameter(Type.String({ description: "Only findings in this directory." })),
  source: queryParameter(
    word(directoryTypes, { description: "Only findings in directories of this kind." }),
  ),
  severity: queryParameter(word(severities, { description: "Only findings of this severity." })),
  category: queryParameter(
    Type.String({ description: `Only findings of this category: ${ruleCategories.join(", ")}.` }),
  ),
  ruleId: queryParameter(Type.String({ description: "Only findings of this rule." })),
  host: queryParameter(
    Type.String({ description: "Only findings about the computer with this host name." }),
  ),
};

/** The public API of identity findings. Their status is set as that of any finding. */
export function addIdentityRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/identity-findings",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listIdentityFindings",
        summary: "List open identity-posture findings, the most severe first",
        description:
          "Those that are `open` or `in_progress`: from `CRITICAL` to `INFO`, then by `lastSeenAt` descending, then by id. Without `limit` the whole list is sent.",
        tags: ["Identity"],
        querystring: Type.Object({ ...filters, ...pageParameters }),
        response: { 200: refTo(IdentityFindingListSchema) },
      },
    },
    async (request, reply) => {
      const list = listIdentityFindings(callerOf(request).tenantId, filterOf(request.query));
      return replyWithList(request, reply, request.query, list);
    },
  );

  app.get(
    "/public/v1/identity-findings/:id",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getIdentityFinding",
        summary: "Read one identity-posture finding with its history",
        description:
          "Whatever its status: what was seen, what to do, which exception accepts it, and who decided what about it.",
        tags: ["Identity"],
        params: Type.Object({ id: Type.String({ description: "An identity finding's id." }) }),
        response: { 200: refTo(IdentityFindingDetailSchema) },
      },
    },
    async (request) => readIdentityFinding(callerOf(request), request.params.id),
  );

  app.get(
    "/public/v1/directories/:id/rules",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listDirectoryRules",
        summary: "List what became of each rule in a directory",
        description:
          "Every rule that was ever asked of it, with the latest outcome, by category and id.",
        tags: ["Identity"],
        params: Type.Object({ id: Type.String({ description: "A directory's id." }) }),
        querystring: Type.Object(pageParameters),
        response: { 200: refTo(RuleResultListSchema) },
      },
    },
    async (request) => {
      const { limit, offset } = parsePage(request.query);
      const all = await listRuleResults(callerOf(request), request.params.id);
      const rules = all
        .slice(offset, limit === null ? undefined : offset + limit)
        .map((row) => withoutNulls<ListedRuleResult>(row));
      return {
        count: rules.length,
        rules,
        limit: limit ?? rules.length,
        offset,
        hasMore: offset + rules.length < all.length,
        total: all.length,
      };
    },
  );
}

function filterOf(query: Query): IdentityFindingFilter {
  return {
    siteId: oneValue(query, "siteId"),
    directoryId: oneValue(query, "directoryId"),
    source: oneOf(query, "source", directoryTypes),
    severity: oneOf(query, "severity", severities),
    category: oneValue(query, "category"),
    ruleId: oneValue(query, "ruleId"),
    host: oneValue(query, "host"),
  };
}

function oneOf<const Word extends string>(
  query: Query,
  name: string,
  words: readonly Word[],
): Word | null {
  const value = oneValue(query, name);
  const known = words.find((word) => word === value);
  if (value !== null && known === undefined)
    throw wrongParameter(name, `must be one of ${words.join(", ")}`);
  return known ?? null;
}
