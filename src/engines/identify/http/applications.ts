import type { Observation } from "#engines/scan-types";
import { header, type HttpReply } from "./http-reply.ts";

/** One more request that tells more of an application, and what its reply means. */
export interface Question {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
  /** Where the version stands in the reply's body. */
  readonly version?: RegExp;
  /** What a reply with status 200 that fits shows: `open_access` where it should have asked for a login. */
  readonly proves?: { readonly pattern: RegExp; readonly observation: Observation };
}

/** An application behind HTTP with a name or an interface of its own. */
export interface Application {
  /** The service's name; absent: `http`, or `https`. */
  readonly name?: string;
  readonly product: string;
  readonly cpe: string;
  readonly fits: (reply: HttpReply, title: string) => boolean;
  /** Where the version stands in the first reply. */
  readonly version?: RegExp;
  /** What the first reply itself proves. */
  readonly proves?: Observation;
  readonly questions?: readonly Question[];
}

/** Only reading requests: nothing is changed, and no data but counts and names are read. */
export const applications: readonly Application[] = [
  {
    name: "elasticsearch",
    product: "OpenSearch",
    cpe: "amazon:opensearch",
    fits: ({ body }) => /"distribution" ?: ?"opensearch"/.test(body),
    version: /"number" ?: ?"([\w.-]{1,30})"/,
    proves: "open_access",
  },
  {
    name: "elasticsearch",
    product: "Elasticsearch",
    cpe: "elastic:elasticsearch",
    fits: ({ status, body }) => status === 200 && /"tagline" ?: ?"You Know, for Search"/.test(body),
    version: /"number" ?: ?"([\w.-]{1,30})"/,
    proves: "open_access",
  },
  {
    name: "elasticsearch",
    product: "Elasticsearch",
    cpe: "elastic:elasticsearch",
    fits: (reply) =>
      header(reply, "x-elastic-product") === "Elasticsearch" ||
      /missing authentication credentials for REST request/.test(reply.body),
  },
  {
    name: "docker",
    product: "Docker Engine",
    cpe: "docker:docker",
    fits: (reply) =>
      header(reply, "server")?.startsWith("Docker/") === true ||
      header(reply, "ostype") !== undefined,
    questions: [
      {
        method: "GET",
        path: "/version",
        version: /"Version" ?: ?"([\w.+~-]{1,40})"/,
        proves: { pattern: /"ApiVersion"/, observation: "open_access" },
      },
    ],
  },
  {
    name: "kubernetes",
    product: "Kubernetes",
    cpe: "kubernetes:kubernetes",
    // The API server names its paths, or says in its own words that it does not.
    fits: ({ body }) =>
      /"paths" ?: ?\[\s{0,10}"\/(?:\.well-known|api)/.test(body) ||
      (/"kind" ?: ?"Status"/.test(body) && /"apiVersion" ?: ?"v1"/.test(body)),
    questions: [
      { method: "GET", path: "/version", version: /"gitVersion" ?: ?"v([\w.+-]{1,40})"/ },
      {
        method: "GET",
        path: "/api/v1/namespaces?limit=1",
        proves: { pattern: /"kind" ?: ?"NamespaceList"/, observation: "open_access" },
      },
    ],
  },
  {
    product: "Grafana",
    cpe: "grafana:grafana",
    fits: (reply, title) =>
      title === "Grafana" || /^\/login$/.test(header(reply, "location") ?? ""),
    questions: [
      {
        method: "GET",
        path: "/api/health",
        version: /"database" ?: ?"ok"[^}]{0,200}"version" ?: ?"(\d[\w.+-]{0,30})"/,
      },
    ],
  },
  {
    product: "Apache CouchDB",
    cpe: "apache:couchdb",
    fits: ({ body }) => /"couchdb" ?: ?"Welcome"/.test(body),
    version: /"version" ?: ?"([\w.]{1,30})"/,
    questions: [
      {
        method: "GET",
        path: "/_all_dbs",
        proves: { pattern: /^\s*\[/, observation: "open_access" },
      },
    ],
  },
  {
    product: "Prometheus",
    cpe: "prometheus:prometheus",
    fits: (reply, title) =>
      title.startsWith("Prometheus Time Series") ||
      /^\/(?:graph|query)$/.test(header(reply, "location") ?? ""),
    questions: [
      {
        method: "GET",
        path: "/api/v1/status/buildinfo",
        version: /"version" ?: ?"(\d[\w.+-]{0,30})"/,
        proves: { pattern: /"goVersion"/, observation: "open_access" },
      },
    ],
  },
];

/** etcd tells nothing at `/`, so it is asked by its port. */
export const etcd: Application = {
  name: "etcd",
  product: "etcd",
  cpe: "etcd:etcd",
  fits: (reply) => reply.status === 404 && reply.body.startsWith("404 page not found"),
  questions: [
    { method: "GET", path: "/version", version: /"etcdserver" ?: ?"(\d[\w.+-]{0,30})"/ },
    {
      method: "POST",
      path: "/v3/kv/range",
      // Every key from the first on, but only their number.
      body: '{"key":"AA==","range_end":"AA==","count_only":true}',
      proves: { pattern: /"cluster_id"/, observation: "open_access" },
    },
  ],
};
