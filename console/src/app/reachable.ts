/** Whether somebody answers where the page came from. */
export async function isReachable(): Promise<boolean> {
  return fetch(document.baseURI, { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );
}
