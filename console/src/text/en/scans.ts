export const scans = {} as const;
