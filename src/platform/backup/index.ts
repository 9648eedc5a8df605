export type { RestoredBackup } from "./restore-backup.ts";
export { restoreBackup } from "./restore-backup.ts";
export type { BackupSummary } from "./write-backup.ts";
export { writeBackup } from "./write-backup.ts";
