export type { CheckContext, CheckEngine } from "./engine.ts";
export type {
  CauseCode,
  CertificateFacts,
  CheckOutcome,
  HostFacts,
  InterfaceFacts,
  Phases,
  TlsFacts,
} from "./outcome.ts";
export { emptyOutcome } from "./outcome.ts";
export type { CheckType, SpecOf } from "./settings.ts";
export {
  CheckSpec,
  HostAspect,
  HttpSettings,
  IcmpSettings,
  SnmpSettings,
  TcpSettings,
  TlsSettings,
  checkTypes,
  snmpAuthProtocols,
  snmpPrivProtocols,
} from "./settings.ts";
