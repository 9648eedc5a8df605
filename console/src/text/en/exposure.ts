export const exposure = {} as const;
