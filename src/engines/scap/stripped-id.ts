/** XCCDF 1.2 section 6.2.3: `xccdf_`, the namespace of who wrote it, what it is, and the name. */
const prefix =
  /^xccdf_[A-Za-z0-9.-]+_(?:benchmark|profile|group|rule|value|testresult|tailoring)_(?=.)/;

/**
 * An id of XCCDF 1.2 without what comes before the name, as people know it: `xccdf_mil.disa.stig_rule_SV-230221r858734_rule`
 * is `SV-230221r858734_rule`, `xccdf_org.ssgproject.content_rule_sshd_set_idle_timeout` is `sshd_set_idle_timeout`. Any other
 * id stays as it is.
 */
export function strippedId(id: string): string {
  return id.replace(prefix, "");
}
