/**
 * What the one who started the server reads first.
 *
 * @param setUpToken of the link with which the first account is made; `null` once there is one.
 */
export function welcome(address: string, setUpToken: string | null): string {
  const console =
    setUpToken === null
      ? "Open it in a browser to sign in. From a second terminal:"
      : `Nobody has an account yet. Open this link in a browser to make the first one, which owns everything. It works once:

      ${address}/set-up?token=${setUpToken}

  From a second terminal:`;
  return `Vedette is ready at ${address}

  ${console}

  Declare what to watch     ./vedette apply -f monitoring.yaml
  Make a key                ./vedette key create --tenant default --service monitor --scope read --name me
  Read the APIs' pages      ${address}/monitor/docs
                            ${address}/exposure/docs

`;
}
