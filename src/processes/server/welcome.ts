/**
 * What the one who started the server reads first.
 *
 * @param setUpToken of the link with which the first account is made; `null` once there is one.
 */
export function welcome(address: string, setUpToken: string | null): string {
  const first =
    setUpToken === null
      ? ""
      : `
  Nobody has an account yet. Make the first one, which owns everything, with this link. It works once:

      ${address}/set-up?token=${setUpToken}
`;
  return `Vedette is ready at ${address}
${first}
  Declare what to watch     ./vedette apply -f monitoring.yaml
  Make a key                ./vedette key create --tenant default --service monitor --scope read --name me
  Read the APIs' pages      ${address}/monitor/docs
                            ${address}/exposure/docs

`;
}
