import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where Debian's packages ssg-debian and ssg-debderived put their data streams. */
const contentFolder = "/usr/share/xml/scap/ssg/content";

/** Content for a system that this host is not, as it is shipped: every rule of it is not applicable here. */
export function shippedDataStream(product: "debian11" | "ubuntu2204" = "debian11"): string {
  return join(contentFolder, `ssg-${product}-ds.xml`);
}

/**
 * Writes a copy of Debian's content that applies to this host, and returns its path. Which system a data stream is for, the
 * check behind the platform's name in its CPE dictionary decides: the copy asks there whether the host is some Unix, instead
 * of whether it is that release. Nothing else is changed; what its rules then find is real.
 *
 * Of `debian11` (6 MB, profiles `…_anssi_np_nt28_minimal` and others) an audit takes 1 to 3 s; of `ubuntu2204` (11 MB, profiles
 * `…_cis_level1_server` and others) minutes.
 */
export async function patchedDataStream(
  directory: string,
  product: "debian11" | "ubuntu2204" = "debian11",
): Promise<string> {
  const shipped = shippedDataStream(product);
  const parts = (await readFile(shipped, "utf8")).split(
    `>oval:ssg-installed_OS_is_${product}:def:1</cpe-dict:check>`,
  );
  if (parts.length !== 2) throw new Error(`${shipped} has not one platform check, but others`);
  const path = join(directory, `ssg-${product}-ds.xml`);
  const check = ">oval:ssg-installed_OS_is_part_of_Unix_family:def:1</cpe-dict:check>";
  await writeFile(path, parts.join(check));
  return path;
}
