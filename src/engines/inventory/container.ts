import type { HostFiles } from "./host-files.ts";

/** Inodes of the namespaces that a machine starts with, linux/proc_ns.h. */
const initial: Readonly<Record<string, string>> = {
  pid: "pid:[4026531836]",
  uts: "uts:[4026531838]",
  ipc: "ipc:[4026531839]",
  cgroup: "cgroup:[4026531835]",
};

/** Files that Docker, Podman and systemd's containers leave. */
const markers = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"];

/**
 * Whether this is a container: its processes have a namespace of their own, or something says that it is one. A virtual machine
 * that was made from a container's image has its markers too, but the machine's own namespaces and disk.
 */
export async function isContainer(files: HostFiles): Promise<boolean> {
  const pid = await files.link("/proc/self/ns/pid");
  if (pid !== null && pid !== initial["pid"]) return true;
  return (await hasMarker(files)) && !(await hasMachineOfItsOwn(files));
}

async function hasMarker(files: HostFiles): Promise<boolean> {
  for (const marker of markers) if (await files.exists(marker)) return true;
  const environment = (await files.read("/proc/1/environ")).text ?? "";
  return environment.split("\0").some((one) => /^container=./.test(one));
}

async function hasMachineOfItsOwn(files: HostFiles): Promise<boolean> {
  for (const [name, inode] of Object.entries(initial)) {
    if ((await files.link(`/proc/self/ns/${name}`)) !== inode) return false;
  }
  // proc_pid_mountinfo(5): the fifth field is where, the first after the dash is of which kind. Layers are a container's.
  const mounts = (await files.read("/proc/self/mountinfo")).text ?? "";
  return !/^\d+ \d+ \S+ \S+ \/ .* - \S*overlay\S* /m.test(mounts);
}
