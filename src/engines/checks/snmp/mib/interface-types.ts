/** IANAifType-MIB, the types that a network has; others are shown by number. */
const names: Readonly<Record<number, string>> = {
  1: "other",
  6: "ethernetCsmacd",
  23: "ppp",
  24: "softwareLoopback",
  53: "propVirtual",
  62: "fastEther",
  71: "ieee80211",
  117: "gigabitEthernet",
  131: "tunnel",
  135: "l2vlan",
  136: "l3ipvlan",
  161: "ieee8023adLag",
  166: "mpls",
  209: "bridge",
  244: "wwanPP2",
};

/** The word for an ifType, or its number as text. */
export function interfaceTypeName(type: number): string {
  return names[type] ?? String(type);
}
