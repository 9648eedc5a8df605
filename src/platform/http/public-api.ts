import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { Service } from "#platform/api-keys";
import type { NamedSchema } from "./schemas.ts";

/** Where the routes of a public service are added; schemas give handlers their types. */
export type PublicRoutes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** A public service as its routes and its description need it; nothing in it is running. */
export interface PublicApi {
  /** `{base_url}` ends in it, and it says which keys are known. */
  name: Service;
  /** What its keys begin with: `vdm_live_`. */
  keyPrefix: string;
  title: string;
  /** Markdown, for the reference page. */
  description: string;
  tags: readonly { name: string; description: string }[];
  /** Schemas that routes refer to by name. */
  schemas: readonly NamedSchema[];
  /** Adds the routes, whose paths begin with `/public/v1`; each says in `config.scope` what a key needs. */
  routes: (app: PublicRoutes) => void;
}
