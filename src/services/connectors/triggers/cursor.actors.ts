/** Joins the chart of a cursor to the calls. */
import { cursorMachine } from '#src/machines/connectors/triggers/cursor.machine.ts'
import { port } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { previewCursor, readCursor, setCursor } from './cursor.service.ts'

export const liveCursorMachine = (access: Access) =>
  cursorMachine.provide({
    actors: {
      readCursor: port((input, signal) => readCursor(access, input, signal)),
      previewCursor: port((input, signal) => previewCursor(access, input, signal)),
      setCursor: port((input, signal) => setCursor(access, input, signal)),
    },
  })
