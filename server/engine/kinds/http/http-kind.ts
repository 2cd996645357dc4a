import type { Kind } from '../kind.ts'
import { checkHttpDestination, checkHttpSource } from './checking.ts'
import { openHttpDestination } from './destination.ts'
import { httpCursorText, startHttpAt } from './paging/starting.ts'
import { probeHttpDestination } from './probing.ts'
import { readsOfHttp } from './reads.ts'
import { openHttpSource } from './source.ts'

/** Systems that speak JSON over HTTP. */
export const httpKind: Kind = {
  reads: readsOfHttp,
  cursorText: httpCursorText,
  startAt: startHttpAt,
  checkSource: checkHttpSource,
  checkDestination: checkHttpDestination,
  openSource: openHttpSource,
  openDestination: openHttpDestination,
  probeDestination: probeHttpDestination,
}
