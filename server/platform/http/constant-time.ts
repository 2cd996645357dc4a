/** Answers that take the same time whatever was found: nobody learns from a clock which emails exist. Threats T-PWD and T-RESET. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does the work and ends, well or badly, at the next whole multiple of `step` after its begin.
 * @param step milliseconds, longer than the work takes on a quiet machine.
 */
export async function inFixedTime<T>(step: number, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - begun
    await sleep(Math.ceil(taken / step) * step - taken)
  }
}
