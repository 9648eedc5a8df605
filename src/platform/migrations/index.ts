export { describeSchema } from "./describe-schema.ts";
export { checkSchema, migrate } from "./migrate.ts";
export { migrationsDirectory, readMigrations } from "./read-migrations.ts";
