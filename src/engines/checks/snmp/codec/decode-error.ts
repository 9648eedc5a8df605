/** Bytes that are not the SNMP they should be. The only error that the decoders throw; the message says what is wrong and where. */
export class DecodeError extends Error {
  override name = "DecodeError";
}
