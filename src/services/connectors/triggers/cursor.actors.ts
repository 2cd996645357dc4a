/** Joins the chart of a cursor to the calls. */
import { cursorMachine } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { previewCursor, readCursor, setCursor } from './cursor.service.ts'

export const liveCursorMachine = (access: Access) =>
  cursorMachine.provide({
    actors: {
      readCursor: actorFrom((input, signal) => readCursor(access, input, signal), { limit: 15_000 }),
      previewCursor: actorFrom((input, signal) => previewCursor(access, input, signal)),
      setCursor: actorFrom((input, signal) => setCursor(access, input, signal), { limit: null }),
    },
  })
