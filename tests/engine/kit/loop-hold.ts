/** How long the event loop of this thread is held up by its own work, whatever else the machine does. */
import { byForm } from '../../kit/form.ts'

/** Milliseconds between two looks: what holds the loop up longer than that is seen. */
const lookEvery = 5

/**
 * Runs something, and says for how long this thread worked at most without looking for anything else, in milliseconds of CPU time. The clock on
 * the wall would count what other programs take as well.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = busyMicroseconds()
  const look = () => {
    const now = busyMicroseconds()
    longest = Math.max(longest, now - before)
    before = now
  }
  const looking = setInterval(look, lookEvery)
  try {
    await work()
    look()
  } finally {
    clearInterval(looking)
  }
  return longest / 1_000
}

function busyMicroseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * Milliseconds that the loop may be held up at most: the bar of the product is 100 (full form, a process for each file). In the short form files share a
 * process, and the garbage of those before it may be collected meanwhile.
 */
export const holdMax = byForm(400, 100)
