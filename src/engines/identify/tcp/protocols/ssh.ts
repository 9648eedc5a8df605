import { packageOf } from "../../products/distribution.ts";
import { matchProduct } from "../../products/product.ts";
import { sshProducts } from "../../products/ssh-products.ts";
import { hasLine, latin1 } from "../../bytes.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** RFC 4253 section 4.2: lines of text may come first, then `SSH-2.0-SOFTWARE COMMENT`. */
const identification = /^SSH-(\d\.\d+)-([^\s]{0,200})(?: ([^\r\n]{0,200}))?/m;

export const ssh: Protocol = {
  name: "ssh",
  ports: [22, 222, 2022, 2200, 2222, 22222],
  whole: (bytes) => hasLine(bytes) && identification.test(latin1(bytes)),
  betrays: (bytes) => identification.test(latin1(bytes.subarray(0, 2048))),
  recognise: (bytes) => {
    const match = identification.exec(latin1(bytes.subarray(0, 8192)));
    if (match === null) return null;
    const [line, protocol = "", software = "", comment = ""] = match;
    return {
      ...matchProduct(sshProducts, `${software} ${comment}`.trim()),
      ...packageOfComment(software, comment),
      // Version 1 is broken, and 1.99 means that it is spoken, too (RFC 4253 section 5.1).
      extraInfo: protocol === "2.0" ? "protocol 2.0" : `protocol ${protocol}, takes SSH 1`,
      banner: line,
    };
  },
};

/** Debian and its descendants add their package's revision: `OpenSSH_9.2p1 Debian-2+deb12u3`. */
function packageOfComment(software: string, comment: string): Pick<Finding, "package"> {
  const upstream = /^OpenSSH_(\d+(?:\.\d+)+(?:p\d+)?)/.exec(software)?.[1];
  const match = /^(Debian|Ubuntu|Raspbian)-(\S{1,60})/.exec(comment);
  if (upstream === undefined || match === null) return {};
  const [, name = "", revision = ""] = match;
  const known = name === "Debian" ? "debian" : name === "Ubuntu" ? "ubuntu" : "other";
  return { package: packageOf(known, upstream, revision) };
}
