/*
 * How much of a file is taken. Real ones: an ARF of Ubuntu's CIS profile has 19 MB, the data stream of RHEL 9 23 MB; of both gzip
 * makes a tenth or less. The longest rule of Ubuntu 22.04 has 70 kB, the longest profile 52 kB.
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

/** Characters of all texts that are kept of one file; each counts some more, for what it takes besides. */
export const maxKeptChars = 96 * 2 ** 20;
export const charsBesides = 64;

/** Rules of a benchmark or of a run, as {@link ScapContent} and {@link AuditReport} have them at most. */
export const maxRules = 10_000;

/** Results of rules in all runs of one file together. */
export const maxResults = 5 * maxRules;

/** Profiles of a benchmark, and how many one may build on; values of a benchmark or run; runs of a file. */
export const maxProfiles = 1_000;
export const maxProfileBases = 20;
export const maxValues = 10_000;
export const maxRuns = 200;
