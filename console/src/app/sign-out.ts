import { apiUrl, request } from "../api/client.ts";

/** Ends the session at the server. @throws ApiProblem */
export async function signOut(): Promise<void> {
  await request(apiUrl("/auth/sign-out"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
}
