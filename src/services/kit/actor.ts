import { fromPromise } from 'xstate'

/**
 * A port that asks a service. Whoever has left the state hears nothing of it: in development React stops each actor once and revives
 * it, and the abort of its first life must not end the second.
 */
export const actorFrom = <Output, Input>(ask: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) =>
    ask(input, signal).catch((thrown: unknown) => {
      if (signal.aborted) return new Promise<never>(() => {})
      throw thrown
    }),
  )
