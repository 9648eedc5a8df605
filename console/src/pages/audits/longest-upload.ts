/** The longest file that the server takes, in bytes: as base64 it is a third longer. */
export const longestUploadBytes = 48 * 1024 * 1024;
