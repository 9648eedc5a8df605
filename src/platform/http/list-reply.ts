import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Queryable } from "#platform/db";
import {
  type ListSource,
  type OpenList,
  type Page,
  type Query,
  maxPageSize,
  openWholeList,
  parsePage,
} from "#platform/pagination";
import { type Caller, callerOf } from "./caller.ts";
import { clientHas, entityTagOf, notModified } from "./entity-tag.ts";
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

/** A list of a service: how to read a page of it, and all of it. */
export interface List<Item> extends ListSource<Item> {
  /** What the reply calls the items: `sensors`. */
  name: string;
  /** One page and the number of all, in one statement, so that they agree. */
  page: (db: Queryable, limit: number, offset: number) => Promise<{ total: number; items: Item[] }>;
}

/**
 * Answers a list: a page at once, a whole list streamed when it is longer than a page. `list` gets the caller and the
 * offset.
 *
 * @throws Problem `invalid_request` for a bad limit or offset; DatabaseUnavailable.
 */
export async function replyWithList<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Query,
  listFor: (caller: Caller, offset: number) => List<Item>,
): Promise<FastifyReply> {
  const page = parsePage(query);
  const caller = callerOf(request);
  const list = listFor(caller, page.offset);
  const { total, items } = await list.page(
    caller.database.forTenant(caller.tenantId),
    page.limit ?? maxPageSize,
    page.offset,
  );
  const rest = Math.max(0, total - page.offset);
  if (page.limit !== null || items.length === rest) {
    return reply.send({
      count: items.length,
      [list.name]: items,
      limit: page.limit ?? items.length,
      offset: page.offset,
      hasMore: page.offset + items.length < total,
      total,
    });
  }
  const whole = await openWholeList(caller.database, caller.tenantId, list);
  return stream(request, reply, whole, list.name, page);
}

function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: OpenList,
  name: string,
  { offset }: Page,
): FastifyReply {
  const count = Math.max(0, whole.total - offset);
  // Another offset, or other query parameters, are another address: the tag needs to tell versions of this one apart.
  const tag = entityTagOf(`${name} ${whole.total} ${whole.version}`);
  reply.header("etag", tag);
  reply.type("application/json; charset=utf-8");
  if (clientHas(request, tag)) {
    whole.dismiss();
    notModified(reply);
    return reply.send();
  }
  if (request.method === "HEAD") {
    whole.dismiss();
    return reply.send(Readable.from([]));
  }
  const { total } = whole;
  const body = whole.start(
    `{"count":${count},"${name}":[`,
    `],"limit":${count},"offset":${offset},"hasMore":false,"total":${total}}`,
  );
  return reply.send(body);
}
