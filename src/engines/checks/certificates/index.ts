export { explainHandshakeFailure } from "./handshake-failure.ts";
export { type CertificateDemands, inspectServer } from "./inspect.ts";
export { connectSecurely } from "./secure-socket.ts";
export { InvalidCa, secureContext } from "./trust.ts";
