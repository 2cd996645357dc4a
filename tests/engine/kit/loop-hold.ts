/** How long the event loop of this thread is held up by its own work, whatever else the machine does. */

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
