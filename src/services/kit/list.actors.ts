/** Joins the chart of a list to whatever reads a page of it. */
import { fromCallback } from 'xstate'

import { listMachine, type Page, type Query } from '../../machines/kit/list.machine.ts'
import { actorFrom } from './actor.ts'

/** `readAt` is by the local clock, because an age is counted on it. */
export function listOf(read: (query: Query, signal: AbortSignal) => Promise<Omit<Page<unknown>, 'readAt'>>) {
  return listMachine.provide({
    actors: {
      watchMoves: fromCallback(() => {}),
      readPage: actorFrom(async (input, signal) => ({ ...(await read(input, signal)), readAt: new Date().toISOString() })),
    },
  })
}
