/** How a remote part becomes known to the server, version 1: a one-time token is traded for a credential. */
import Type, { type Static } from "typebox";

const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const uuid = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });

export const EnrolRequest = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200 }),
    /** The remote part's own program version. */
    version: Type.String({ maxLength: 50 }),
    hostname: Type.String({ maxLength: 255 }),
  },
  { additionalProperties: false },
);
export type EnrolRequest = Static<typeof EnrolRequest>;

const remoteKinds = ["collector", "probe", "agent"] as const;
export type RemoteKind = (typeof remoteKinds)[number];

export const EnrolReply = Type.Object({
  kind: Type.Enum(remoteKinds),
  id: uuid,
  name: Type.String(),
  /** Shown once; the server keeps only a hash. */
  credential: Type.String(),
  serverTime: time,
});
export type EnrolReply = Static<typeof EnrolReply>;
