import Type, { type Static } from "typebox";
import { envelope, named, refTo, time } from "#platform/http";

/** A site as the public API shows it. */
export const SiteSchema = named(
  "Site",
  {
    id: Type.String({ format: "uuid", description: "Filters assets and findings as `siteId`." }),
    name: Type.String(),
    companyId: Type.Optional(
      Type.String({ format: "uuid", description: "The company it is placed under." }),
    ),
    subnets: Type.Array(Type.String(), { description: "Its networks, as declared." }),
    timezone: Type.String({ description: "IANA name." }),
    createdAt: time("When it was created."),
  },
  { description: "A place with networks of its own." },
);
export type ListedSite = Static<typeof SiteSchema>;

export const SiteListSchema = named("SiteList", {
  count: envelope.count,
  sites: Type.Array(refTo(SiteSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
