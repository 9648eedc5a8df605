/** Bytes of a directory's attribute that are not what its syntax says; the message says what of them. */
export class DamagedValue extends Error {
  override readonly name = "DamagedValue";
}
