/** What a process and all below it use, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Process = { readonly pid: number; readonly parent: number; readonly ticks: number }

/** Microseconds of one tick of the kernel's clock. */
const tick = 10_000

function processOf(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // User and system time, then that of children which have ended.
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
    return { pid, parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

function treeOf(root: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []))
  const found = all.filter(({ pid }) => pid === root)
  for (const it of found) found.push(...all.filter(({ parent }) => parent === it.pid))
  return found
}

/** Microseconds of CPU, user and system, since the processes began. */
export const cpuOf = (root: number): number => treeOf(root).reduce((sum, { ticks }) => sum + ticks, 0) * tick

/** Bytes in memory of each process; what processes share is counted once (proportional set size). */
export function memoryByProcess(root: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const { pid } of treeOf(root)) {
    try {
      const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
      found.set(pid, Number(kilobytes ?? 0) * 1024)
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

const memoryOf = (root: number) => [...memoryByProcess(root).values()].reduce((sum, it) => sum + it, 0)

/** Looks at the memory again and again. @returns ends the watch and gives the highest figure that was seen. */
export function watchMemory(root: number, pause = 200): () => Promise<number> {
  let peak = memoryOf(root)
  let over = false
  const watching = (async () => {
    while (!over) {
      await sleep(pause)
      peak = Math.max(peak, memoryOf(root))
    }
  })()
  return async () => {
    over = true
    await watching
    return peak
  }
}
