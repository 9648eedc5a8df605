/** Something to be read of Microsoft Graph. */
export interface GraphRequest {
  /** What the answer is found by. */
  readonly name: string;
  /** Behind the base address: `/v1.0/identity/conditionalAccess/policies?$select=…`. */
  readonly path: string;
  readonly kind: "collection" | "single";
  /** The application permission that it takes: `Policy.Read.All`. */
  readonly permission: string;
  /** The licence that it takes: `Microsoft Entra ID P2`; null: none. */
  readonly licence: string | null;
  /**
   * The collection has a delta query at `path`, which ends in `/delta`: what was read before is only brought up to date. Where it may
   * not be used the collection itself is read.
   */
  readonly delta?: true;
}

/** What became of a request. */
export type GraphRead =
  /** Of a `single` one item. */
  | { readonly kind: "read"; readonly items: readonly unknown[] }
  /** There is no such thing (404). */
  | { readonly kind: "absent" }
  /** A sentence: `Needs the permission Policy.Read.All.` */
  | { readonly kind: "refused"; readonly needs: string };

/** Reads Graph as one application of one tenant. */
export interface GraphReader {
  /** Reads them all, in batches where it can. @throws DirectoryRefused when Graph cannot be reached or refuses the application. */
  read(requests: readonly GraphRequest[]): Promise<ReadonlyMap<string, GraphRead>>;
}
