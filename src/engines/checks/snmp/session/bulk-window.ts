/**
 * How many varbinds to ask for in one answer: what a device is known to manage, learnt as TCP learns a path. It begins
 * at 25, doubles while answers come whole and stay below a packet, halves when a device falls silent or says tooBig, and
 * after that grows by little, once a conversation.
 */
export interface BulkWindow {
  /** Varbinds per answer. */
  size: number;
  /** True once the device has failed at a size: growth is slow from then on. */
  careful: boolean;
}

export type WindowEvent =
  /** An answer of `octets` with `got` of the `asked` varbinds. */
  | { kind: "answered"; asked: number; got: number; octets: number }
  /** A device that had answered before fell silent, or said tooBig. */
  | { kind: "overwhelmed" }
  /** A conversation ended well. */
  | { kind: "finished" };

const initial = 25; // as snmp_exporter and net-snmp do
const largest = 64;
/** Fits into one packet on every usual path, tunnels included: fragments are what firewalls drop. */
const answerOctets = 1300;
const carefulStep = 2;

export const firstWindow: Readonly<BulkWindow> = { size: initial, careful: false };

export function nextWindow(window: BulkWindow, event: WindowEvent): BulkWindow {
  switch (event.kind) {
    case "overwhelmed":
      return { size: Math.max(1, Math.floor(window.size / 2)), careful: true };
    case "finished":
      return window.careful ? { ...window, size: bounded(window.size + carefulStep) } : window;
    case "answered": {
      const fitting = Math.floor((answerOctets / Math.max(1, event.octets)) * event.got);
      if (window.careful || event.got < event.asked) return window;
      return { ...window, size: bounded(Math.min(window.size * 2, Math.max(fitting, initial))) };
    }
  }
}

function bounded(size: number): number {
  return Math.min(largest, Math.max(1, size));
}
