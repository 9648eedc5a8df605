/** How bad a finding is, in the words of the API, the worst first. */
export const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;
export type Severity = (typeof severities)[number];
