import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The kernel reports CPU time in ticks of a hundredth of a second. */
const msPerTick = 10

/** CPU time of a process and its finished children, in milliseconds; 0 when it does not exist. Linux only. */
export const cpuOf = (pid: number): number => {
  const fields = statOf(pid)
  // utime, stime, cutime, cstime: fields 14 to 17 in the kernel's documentation; the first two were removed with the
  // name.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick
}

/** The same for a process and its running children. */
export const cpuOfProcessTree = (pid: number): number => {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && Number(statOf(other)[1]) === pid)
  return [pid, ...children].reduce((sum, child) => sum + cpuOf(child), 0)
}

/** The main process of the embedded PostgreSQL in the given folder; its children serve the connections. */
export const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'cluster/data/postmaster.pid'), 'latin1').split('\n')[0])

/** The fields after the name, which may contain spaces and parentheses. */
const statOf = (pid: number): string[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
