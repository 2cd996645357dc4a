/** Starts the source and the destination of the benchmark. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

import type { SimAnswer } from './sims.ts'

type Complete = Extract<SimAnswer, { kind: 'complete' }>

export async function startSims() {
  const child = fork(new URL('./sims.ts', import.meta.url), { execArgv: [] })
  const [first] = (await once(child, 'message')) as [SimAnswer]
  if (first.kind !== 'listening') throw new Error('the simulators did not start')
  const answer = (kind: SimAnswer['kind']) =>
    new Promise<SimAnswer>((resolve) => {
      const hear = (it: SimAnswer) => {
        if (it.kind !== kind) return
        child.off('message', hear)
        resolve(it)
      }
      child.on('message', hear)
    })
  return {
    origin: `http://127.0.0.1:${first.port}`,
    /** Opens the books for so many records. Resolves when all have come. */
    begin: (count: number): Promise<Complete> => {
      child.send(count)
      return answer('complete') as Promise<Complete>
    },
    /** Records that have come so far. */
    progress: async (): Promise<number> => {
      child.send('progress')
      const it = await answer('progress')
      return it.kind === 'progress' ? it.records : 0
    },
    close: () => child.disconnect(),
  }
}
