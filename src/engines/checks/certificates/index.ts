export { daysLeft, judgeExpiry, judgeVerification } from "./verdict.ts";
export { explainHandshakeFailure } from "./handshake-failure.ts";
export { connectSecurely, type SecureEndpoint, tlsFacts } from "./secure-socket.ts";
export { readServedChain, type ServedChain } from "./served-chain.ts";
export { InvalidCa, secureContext } from "./trust.ts";
