/** Events that came in by the hook, as a source: its pages are the events that wait. They were checked when they came in. */
import { setImmediate as breathe } from 'node:timers/promises'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { isObject } from '#contract/connectors/config/json-members.ts'
import { type FieldProblem, refusal } from '#contract/kit/problem.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { type Path, parsePath, valueAt } from '#server/platform/json/path.ts'
import { namedSource } from '../../kit/key-fields.ts'
import type { Grouping, HeldEvent, Kind, Source, SourcePage, Tools } from '../../kit/kind.ts'
import type { MapRecord } from '../../kit/plan.ts'
import { listPlaceOf, recordFinder } from '../http/response/listing.ts'

/** Events of one page. */
const pageMax = 1_000
/** Characters of bodies that are parsed in one go. */
const breathAfter = 128 * 1024

/** Stands for an event without the list that the configuration expects. It cannot be mapped, so it fails by itself and holds nobody up. */
export class Listless {
  readonly event: string

  constructor(event: string) {
    this.event = event
  }
}

/** The mapping of records that may be such. Throws `ProblemError` for one that is: what ends a record and not its page. */
export function mappingOfEvents(map: MapRecord): MapRecord {
  return (record, run) => {
    if (!(record instanceof Listless)) return map(record, run)
    throw refusal('source/no-list', {
      message: `The event ${record.event} contains no list where the configuration expects one.`,
    })
  }
}

function startpointOf(events: readonly HeldEvent[]): string {
  const [first, last] = [events[0], events.at(-1)]
  if (!first || !last) return 'webhook: no events waiting'
  return first === last ? `webhook: event ${first.id}` : `webhook: events ${first.id} to ${last.id}`
}

/** Since when a run takes events, and how many it has taken. */
type Taken = { readonly since: number; readonly taken: number }

/** How long a run that has these events waits for others; null: it ends. */
function restOf({ since, taken }: Taken, page: number, { pause, window, events }: Grouping): number | null {
  const left = since + window - Date.now()
  // More than the window: the clock was set back.
  if (page === 0 || taken >= events || left <= 0 || left > window) return null
  return page >= pageMax ? 0 : Math.min(pause, left)
}

/** A record with what was kept of the headers and the query of its event, as its members `$headers` and `$query`. */
const withBeside = (record: unknown, beside: object | null): unknown =>
  beside !== null && isObject(record) ? { ...record, ...beside } : record

/** XML says of no element whether it is one of a list: one alone is an object or a text, and a list without elements is an empty text or missing. */
const elementsAt = (path: Path) => (event: unknown) => {
  const found = valueAt(event, path)
  if (Array.isArray(found)) return found
  if (found !== undefined) return found === '' ? [] : [found]
  return path.length > 1 && valueAt(event, path.slice(0, -1)) === '' ? [] : null
}

async function openEvents(config: SourceConfig, { heldEvents, grouping, eventsAreXml }: Tools): Promise<Source> {
  const list = listPlaceOf(config)
  const recordsOf = eventsAreXml && list.at === 'path' ? elementsAt(list.path) : recordFinder(config)

  /** The bodies of a page are some megabytes together: others have their turn in between. */
  async function recordsIn(events: readonly HeldEvent[]) {
    const records: unknown[] = []
    const counts: number[] = []
    let parsed = 0
    for (const { id, body, beside = null } of events) {
      const kept = beside === null ? null : (JSON.parse(beside) as object)
      const before = records.length
      for (const record of recordsOf(parseExactly(body)) ?? [new Listless(id)]) records.push(withBeside(record, kept))
      counts.push(records.length - before)
      parsed += body.length
      if (parsed < breathAfter) continue
      parsed = 0
      await breathe()
    }
    return { records, counts }
  }

  const isThere = async () => (await heldEvents(1, [])).length > 0

  async function read({ since = Date.now(), taken = 0 }: Partial<Taken>): Promise<SourcePage> {
    // What came since belongs to the version that was deployed meanwhile.
    const isOver = taken > 0 && (await grouping?.isLive()) === false
    const events = isOver ? [] : await heldEvents(pageMax, [])
    const so = { since, taken: taken + events.length }
    const wait = grouping ? restOf(so, events.length, grouping) : null
    const { records, counts } = await recordsIn(events)
    return {
      records,
      startpoint: startpointOf(events),
      next: null,
      ...(wait === null ? {} : { rest: { place: so, milliseconds: wait } }),
      ...(grouping && !isOver ? { later: { place: so, isThere } } : {}),
      repeatEnds: true,
      mayRepeat: true,
      events: events.map(({ id }, at) => ({ id, records: counts[at] ?? 0 })),
    }
  }

  // Of two equal events each counts.
  return { start: () => ({}), read, tellsApart: true }
}

function checkEvents({ isList, listPath, listConfig }: SourceConfig): FieldProblem[] {
  if (!isList) return []
  const paths = { '/listPath': listPath, '/listConfig/iterationPath': listConfig?.iterationPath }
  const errors = Object.entries(paths).flatMap(([path, text]) => {
    const parsed = text ? parsePath(text) : null
    return parsed && 'fault' in parsed ? [{ path, message: parsed.fault }] : []
  })
  if (listConfig?.type === 'pagination') {
    errors.push({ path: '/listConfig/type', message: 'Events have no pages. Use simple or batch' })
  }
  return errors
}

/** Takes the place of the source's kind when the trigger is a webhook. */
export const hookSource: Pick<Kind, 'checkSource' | 'openSource' | 'joined'> = {
  checkSource: checkEvents,
  openSource: async (config, tools) => namedSource(await openEvents(config, tools), config),
}
