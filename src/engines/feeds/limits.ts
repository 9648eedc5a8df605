/*
 * Bounds for files that anybody may have made. Each is many times what the real feeds need (2026): the largest NVD year is
 * 250 MB of JSON, all years 1.8 GB; the largest single record, some megabytes; JSON packs 1 : 30 at best.
 */

/** Of one file, unpacked. */
export const maxUnpackedBytes = 16 * 1024 ** 3;

/** How much more may come out of a packed file than went in. */
export const maxPackRatio = 250;
/** Below this the ratio does not matter. */
export const packRatioFromBytes = 64 * 1024 ** 2;

/** Packed within packed: `.json.gz` in a `.zip` is 2. */
export const maxNesting = 4;

/** Of an archive; the largest OSV archive has some 200,000. */
export const maxArchiveEntries = 2_000_000;

/** Of one record, or one field of an OSV advisory, as JSON. */
export const maxValueBytes = 16 * 1024 ** 2;

/** Objects and lists within each other in a record; NVD has 8. */
export const maxDepth = 64;

/** Of the name of a field, a package or a CVE, as JSON. */
export const maxKeyBytes = 1_000;

/** Of one line of CSV. */
export const maxLineBytes = 1_000;
