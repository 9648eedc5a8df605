import type { Protocol } from "./protocol.ts";
import { ajp } from "./protocols/ajp.ts";
import { amqp } from "./protocols/amqp.ts";
import { cassandra } from "./protocols/cassandra.ts";
import { dns } from "./protocols/dns.ts";
import { ftp } from "./protocols/ftp.ts";
import { http } from "./protocols/http.ts";
import { imap } from "./protocols/imap.ts";
import { irc } from "./protocols/irc.ts";
import { ldap } from "./protocols/ldap.ts";
import { memcached } from "./protocols/memcached.ts";
import { mongodb } from "./protocols/mongodb.ts";
import { mqtt } from "./protocols/mqtt.ts";
import { msrpc } from "./protocols/msrpc.ts";
import { mssql } from "./protocols/mssql.ts";
import { mysql } from "./protocols/mysql.ts";
import { nntp } from "./protocols/nntp.ts";
import { oracle } from "./protocols/oracle.ts";
import { pop3 } from "./protocols/pop3.ts";
import { postgres } from "./protocols/postgres.ts";
import { rdp } from "./protocols/rdp.ts";
import { redis } from "./protocols/redis.ts";
import { rsync } from "./protocols/rsync.ts";
import { rtsp } from "./protocols/rtsp.ts";
import { sip } from "./protocols/sip.ts";
import { netbiosSession, smb, smb1 } from "./protocols/smb/smb.ts";
import { smtp } from "./protocols/smtp.ts";
import { socks } from "./protocols/socks.ts";
import { ssh } from "./protocols/ssh.ts";
import { telnet } from "./protocols/telnet.ts";
import { vnc } from "./protocols/vnc.ts";
import { x11 } from "./protocols/x11.ts";
import { zookeeper } from "./protocols/zookeeper.ts";

/**
 * Every protocol that is recognised. The order counts where a port suggests two of them, or bytes would suit two: the
 * particular come before the general.
 */
export const protocols: readonly Protocol[] = [
  ssh,
  smtp,
  imap,
  pop3,
  nntp,
  ftp,
  telnet,
  mysql,
  vnc,
  rsync,
  redis,
  memcached,
  mongodb,
  postgres,
  mssql,
  oracle,
  cassandra,
  zookeeper,
  dns,
  ldap,
  smb,
  smb1,
  netbiosSession,
  msrpc,
  rdp,
  x11,
  amqp,
  mqtt,
  sip,
  rtsp,
  irc,
  socks,
  ajp,
  http,
];

/**
 * What a port is asked that suggests nothing and does not greet, the most common first. Others give themselves away by
 * what they say to HTTP: memcached, MongoDB, AMQP, SIP, RTSP.
 */
export const genericProtocols: readonly Protocol[] = [http, redis, postgres, ldap, mqtt];

/** What is spoken within TLS where the port suggests nothing. */
export const webProtocol: Protocol = http;
