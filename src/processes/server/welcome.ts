/** What the one who started the server reads first. */
export function welcome(address: string): string {
  return `Vedette is ready at ${address}

  Declare what to watch     ./vedette apply -f monitoring.yaml
  Make a key                ./vedette key create --tenant default --service monitor --scope read --name me
  Read the APIs' pages      ${address}/monitor/docs
                            ${address}/exposure/docs

`;
}
