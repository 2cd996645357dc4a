/** Joins the chart of a cursor to the calls. */
import { cursorMachine } from '../machines/cursor/cursor.machine.ts'
import { previewCursor, readCursor, setCursor } from '../services/cursor.service.ts'
import type { Access } from '../services/http.ts'
import { port } from './port.ts'

export const liveCursorMachine = (access: Access) =>
  cursorMachine.provide({
    actors: {
      readCursor: port((input, signal) => readCursor(access, input, signal)),
      previewCursor: port((input, signal) => previewCursor(access, input, signal)),
      setCursor: port((input, signal) => setCursor(access, input, signal)),
    },
  })
