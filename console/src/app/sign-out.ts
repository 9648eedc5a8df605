import { callApi } from "../api/client.ts";

/** Ends the session at the server. @throws ApiProblem */
export async function signOut(): Promise<void> {
  await callApi("signOut", {});
}
