import Type, { type Static } from "typebox";

/**
 * A backup is a tar archive compressed with Zstandard (`tar --zstd -tf FILE` lists it):
 *
 *   about.json              {@link About}: what it holds, and of which schema
 *   secret.key              the key that opens the sealed credentials
 *   tables/NAME/00001.copy  rows as PostgreSQL's COPY writes them in text format, which any version reads
 *   checksums.json          {@link Checksums}: of all the parts before it; without it the backup is not whole
 */
export const formatVersion = 1;

export const aboutEntry = "about.json";
export const keyEntry = "secret.key";
export const checksumsEntry = "checksums.json";

/** Rows are cut into parts of about this size, so that neither side holds more of them. */
export const partBytes = 1024 * 1024;
/** One row can be longer than a part. */
export const maxPartBytes = 512 * 1024 * 1024;

export function partEntry(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(5, "0")}.copy`;
}

/** The table of a part; `null` for other entries. */
export function tableOfEntry(name: string): string | null {
  return /^tables\/([a-z_][a-z0-9_]*)\/\d+\.copy$/.exec(name)?.[1] ?? null;
}

export const About = Type.Object({
  format: Type.Integer(),
  /** Of the program. */
  version: Type.String(),
  createdAt: Type.Integer(),
  /** Every migration that the database had had: only a schema that is the same takes the rows. */
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** In an order in which rows only refer to rows of tables before. */
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /** Of tables that are partitioned by time. */
  partitions: Type.Array(
    Type.Object({ table: Type.String(), fromAt: Type.Integer(), toAt: Type.Integer() }),
  ),
});
export type About = Static<typeof About>;

export const Checksums = Type.Object({
  /** SHA-256 in hex, by entry. */
  entries: Type.Record(Type.String(), Type.String()),
  /** By table. */
  rows: Type.Record(Type.String(), Type.Integer()),
});
export type Checksums = Static<typeof Checksums>;
