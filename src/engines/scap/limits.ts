/*
 * How much of a file is taken. The largest real ones: an ARF of all rules of RHEL has 60 MB, its data stream 30 MB, a rule with all
 * its scripts 300 kB, a checklist 5 MB; one takes a tenth of its size as gzip.
 */

/** Bytes of XML, unpacked. */
export const maxXmlBytes = 512 * 2 ** 20;

/** Bytes of JSON, unpacked: it is read whole. */
export const maxJsonBytes = 64 * 2 ** 20;

/** Values and nesting of a JSON document. A checklist has 60 values for each rule, and five levels. */
export const maxJsonValues = 2_000_000;
export const maxJsonDepth = 64;

/** Characters of one element that is looked at (a rule, a profile, a result), and nesting of the document. */
export const xmlLimits = { depth: 64, elementChars: 2 * 2 ** 20 } as const;

/** What comes out of gzip may be so many times as long, once there is more than this of it. */
export const maxPackRatio = 200;
export const packRatioFromBytes = 16 * 2 ** 20;

/** Characters of all texts that are kept of one file. */
export const maxKeptChars = 64 * 2 ** 20;

/** Rules of a benchmark or of a run, as {@link ScapContent} and {@link AuditReport} have them at most. */
export const maxRules = 10_000;

/** Profiles, values, runs of one file. */
export const maxProfiles = 1_000;
export const maxValues = 10_000;
export const maxRuns = 200;
