import type { ProductRule } from "./product.ts";

/** Software by its FTP greeting. */
export const ftpProducts: readonly ProductRule[] = [
  {
    pattern: /\(vsFTPd (?<version>\d+(?:\.\d+)+)\)/,
    product: "vsftpd",
    cpe: "vsftpd_project:vsftpd",
  },
  {
    pattern: /ProFTPD (?<version>\d+\.\d+\.\d+)(?<update>rc\d+|[a-z])?/,
    product: "ProFTPD",
    cpe: "proftpd:proftpd",
  },
  { pattern: /\bProFTPD\b/, product: "ProFTPD", cpe: "proftpd:proftpd" },
  {
    pattern: /FileZilla Server(?: version)? (?<version>\d+(?:\.\d+)+)/,
    product: "FileZilla Server",
    cpe: "filezilla-project:filezilla_server",
  },
  { pattern: /Pure-FTPd/, product: "Pure-FTPd", cpe: "pureftpd:pure-ftpd" },
  {
    pattern: /Microsoft FTP Service/,
    product: "Microsoft FTP Service",
    cpe: "microsoft:internet_information_services",
  },
  {
    pattern: /Serv-U FTP[- ]Server v?(?<version>\d+(?:\.\d+)+)/,
    product: "Serv-U",
    cpe: "solarwinds:serv-u",
  },
  {
    pattern: /FTP server \(MikroTik (?<version>\d+(?:\.\d+)+)\)/,
    product: "MikroTik RouterOS ftpd",
    cpe: "o:mikrotik:routeros",
  },
  {
    pattern: /pyftpdlib (?<version>\d+(?:\.\d+)+)/,
    product: "pyftpdlib",
    cpe: "pyftpdlib_project:pyftpdlib",
  },
  { pattern: /CrushFTP/, product: "CrushFTP", cpe: "crushftp:crushftp" },
  { pattern: /bftpd (?<version>\d+(?:\.\d+)+)/, product: "Bftpd", cpe: "bftpd_project:bftpd" },
  { pattern: /Gene6 FTP Server v(?<version>\d+(?:\.\d+)+)/, product: "Gene6 FTP Server" },
  {
    pattern: /wu-(?<version>\d+(?:\.\d+)+)/,
    product: "WU-FTPD",
    cpe: "washington_university:wu-ftpd",
  },
  {
    pattern: /Titan FTP Server (?<version>\d+(?:\.\d+)+)/,
    product: "Titan FTP Server",
    cpe: "southrivertech:titan_ftp_server",
  },
  {
    pattern: /Wing FTP Server (?<version>\d+(?:\.\d+)+)/,
    product: "Wing FTP Server",
    cpe: "wftpserver:wing_ftp_server",
  },
  {
    pattern: /VxWorks FTP server \((?:VxWorks )?V?xWorks(?<version>\d+(?:\.\d+)*)/i,
    product: "VxWorks ftpd",
    cpe: "o:windriver:vxworks",
  },
];
