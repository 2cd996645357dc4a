import { type EventObject, fromCallback, fromPromise } from 'xstate'

/**
 * Ports: typed holes for `setup({ actors })`. A machine that runs with a hole
 * left open fails on first use instead of quietly doing nothing.
 */
export const unprovidedActor = <TOutput, TInput>(port: string) =>
  fromPromise<TOutput, TInput>(() => Promise.reject(new Error(`actor "${port}" was not provided`)))

/** `THeard` is what the machine tells it. */
export const unprovidedCallbackActor = <TInput, THeard extends EventObject = EventObject>(port: string) =>
  fromCallback<THeard, TInput>(() => {
    throw new Error(`actor "${port}" was not provided`)
  })
