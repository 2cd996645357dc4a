/**
 * Memory of the process with the embedded database. V8 compiles it a second time, faster to run, while it is used: that takes up to 900 MB for some
 * seconds. Where there is less, it stays with the first form.
 */
import { totalmem } from 'node:os'

const megabyte = 1_024 ** 2
/** Bytes with which the second form has room. */
const roomy = 1_500 * megabyte
/** Bytes that the documents name as the least (`docs/operating.md`). */
const least = 512 * megabyte

/** Of the machine, or of the limit of a container or unit. */
export const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const isSmall = (memory = memoryHere()): boolean => memory < roomy

/** A sentence for the log, or null where there is enough. */
export function memoryWarning(memory = memoryHere()): string | null {
  if (memory >= least) return null
  const [has, needs] = [memory, least].map((bytes) => Math.floor(bytes / megabyte))
  return `This process may use ${has} MB of memory, but the embedded database needs ${needs} MB. The system may end the process without a message. Raise the limit.`
}
