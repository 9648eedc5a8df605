import type { FastifyReply, FastifyRequest } from "fastify";
import Type, { type TSchema } from "typebox";
import type { Queryable } from "#platform/db";
import {
  type ListSource,
  type OpenList,
  type Query,
  maxPageSize,
  openWholeList,
  parsePage,
} from "#platform/pagination";
import { callerOf } from "./caller.ts";
import { clientHas, entityTagOf, nothing, notModified } from "./entity-tag.ts";
import { queryParameter } from "./schemas.ts";

/** The query parameters of every list. */
export const pageParameters = {
  limit: queryParameter(
    Type.Integer({
      minimum: 1,
      description: `Items in one page; above ${maxPageSize} is taken as ${maxPageSize}. Left out: the whole list.`,
    }),
  ),
  offset: queryParameter(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: "Items to skip. Past the end: an empty page.",
    }),
  ),
};

/** The query parameters of every table of the console. */
export function tableParameters(sorts: readonly string[]) {
  const described = (text: string) => queryParameter(Type.String({ description: text }));
  return {
    limit: queryParameter(
      Type.Integer({ minimum: 1, description: "Rows; at most 200, which is the default." }),
    ),
    offset: queryParameter(Type.Integer({ minimum: 0, default: 0, description: "Rows to skip." })),
    sort: described(`One of ${sorts.join(", ")}; a dash before it turns the order.`),
    q: described("Only what contains this text."),
  };
}

/** The reply of a table of the console. */
export function tableOf<T extends TSchema>(item: T) {
  return Type.Object({
    total: Type.Integer({ description: "All rows that match." }),
    items: Type.Array(item),
  });
}

/** A list of a service: how to read a page of it, and all of it. */
export interface List<Item> extends ListSource<Item> {
  /** What the reply calls the items: `sensors`. */
  name: string;
  /** One page and the number of all that match, from one statement, so that they agree. */
  page: (db: Queryable, limit: number, offset: number) => Promise<{ total: number; items: Item[] }>;
}

/**
 * Answers a list: a page at once; a whole list, too, unless it is longer than the longest page: then it is streamed.
 *
 * @throws Problem `invalid_request` for a bad limit or offset; DatabaseUnavailable.
 */
export async function replyWithList<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
  list: List<Item>,
): Promise<FastifyReply> {
  const { limit, offset } = parsePage(query);
  const { database, tenantId } = callerOf(request);
  const { total, items } = await list.page(
    database.forTenant(tenantId),
    limit ?? maxPageSize,
    offset,
  );
  if (limit === null && items.length < total - offset) {
    return stream(request, reply, list.name, await openWholeList(database, tenantId, list, offset));
  }
  return reply.send({
    count: items.length,
    [list.name]: items,
    limit: limit ?? items.length,
    offset,
    hasMore: offset + items.length < total,
    total,
  });
}

function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  whole: OpenList,
): FastifyReply {
  const { total, version, offset } = whole;
  // Other query parameters are another address: the tag need only tell versions of this one apart.
  const tag = entityTagOf(`${total} ${version}`);
  reply.header("etag", tag);
  reply.type("application/json; charset=utf-8");
  const known = clientHas(request, tag);
  if (known) notModified(reply);
  if (known || request.method === "HEAD") {
    whole.dismiss();
    return request.method === "HEAD" ? reply.send(nothing()) : reply.send();
  }
  const count = Math.max(0, total - offset);
  return reply.send(
    whole.start(
      `{"count":${count},"${name}":[`,
      `],"limit":${count},"offset":${offset},"hasMore":false,"total":${total}}`,
    ),
  );
}
