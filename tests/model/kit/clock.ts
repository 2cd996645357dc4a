/** For what depends on hours: a clock that runs when a test says so, and answers that arrive in between. */
import type { SimulatedClock } from 'xstate'

/** Lets milliseconds pass, and whatever was answered meanwhile arrive. */
export async function pass(clock: SimulatedClock, milliseconds: number): Promise<void> {
  clock.increment(milliseconds)
  await new Promise((settled) => setImmediate(settled))
}

/** A server that keeps silent until the request is given up; `given` counts the requests that were. */
export function silence() {
  const counted = { asked: 0, givenUp: 0 }
  const ask = ({ signal }: { readonly signal: AbortSignal }) => {
    counted.asked += 1
    signal.addEventListener('abort', () => {
      counted.givenUp += 1
    })
    return new Promise<never>(() => {})
  }
  return { counted, ask }
}
