import { cpeOf } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";

/** Major versions of SQL Server as it is sold ([MS-TDS] and Microsoft's list of builds). */
const editions: Readonly<Record<string, string>> = {
  "8.0": "2000",
  "9.0": "2005",
  "10.0": "2008",
  "10.50": "2008_r2",
  "11.0": "2012",
  "12.0": "2014",
  "13.0": "2016",
  "14.0": "2017",
  "15.0": "2019",
  "16.0": "2022",
  "17.0": "2025",
};

/** PRELOGIN with the options VERSION and ENCRYPTION (section 2.2.6.5). */
export const mssql: Protocol = {
  name: "mssql",
  ports: [1433, 1434, 2433],
  opening: () => {
    const options = [0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff];
    const values = [0, 0, 0, 0, 0, 0, 0];
    return Buffer.from([
      0x12,
      1,
      0,
      8 + options.length + values.length,
      0,
      0,
      0,
      0,
      ...options,
      ...values,
    ]);
  },
  whole: (bytes) => bytes.length >= 4 && bytes.length >= bytes.readUInt16BE(2),
  recognise: (bytes) => {
    // A tabular result whose first option is VERSION.
    if (bytes.length < 20 || bytes[0] !== 4 || bytes[1] !== 1 || bytes[8] !== 0) return null;
    const at = 8 + bytes.readUInt16BE(9);
    if (bytes.readUInt16BE(11) !== 6 || at + 4 > bytes.length) return null;
    const major = `${bytes[at]}.${bytes[at + 1]}`;
    const version = `${major}.${bytes.readUInt16BE(at + 2)}`;
    const edition = editions[major];
    return {
      product:
        edition === undefined
          ? "Microsoft SQL Server"
          : `Microsoft SQL Server ${edition.replace("_r2", " R2")}`,
      version,
      cpes:
        edition === undefined
          ? [cpeOf("microsoft:sql_server")]
          : // NVD names it by the edition since 2016, and by the edition as its version, too.
            [
              cpeOf(`microsoft:sql_server_${edition}`, version),
              cpeOf("microsoft:sql_server", edition),
            ],
      confidence: 80,
      banner: `PRELOGIN ${version}`,
    };
  },
};
