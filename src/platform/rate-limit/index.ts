export { createMemoryLimiter } from "./memory-limiter.ts";
export { createPostgresLimiter } from "./postgres-limiter.ts";
export type { RateLimiter, RateVerdict } from "./rate-limiter.ts";
