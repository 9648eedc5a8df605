/** What is in a file, as base64. @throws Error when the browser cannot read it (any more). */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      // `data:TYPE;base64,DATA`; of an empty file there is no comma.
      const { result } = reader;
      resolve(typeof result === "string" ? (result.split(",", 2)[1] ?? "") : "");
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
}
