/** Reads pages of JSON over HTTP. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { problem } from '../../../../contract/problem.ts'
import type { OutboundAnswer } from '../../../outbound/outbound.ts'
import { createDocuments, type Piece, type Spot } from '../../splitting/documents.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools } from '../kind.ts'
import { foreignAnswer, keptBytes } from './answer.ts'
import { listPlaceOf } from './listing.ts'
import { CursorFault, type Next, type PageRead, pagingOf } from './paging.ts'
import { faultOf, faultOfJson, refuseUnaccepted } from './refusing.ts'
import { requestTemplate } from './request.ts'

/** A part of a page that is too long to be read at once stands at the page's own place. */
function apart({ part, mark, ...place }: Place): { readonly place: Place; readonly spot: Spot | null } {
  return { place, spot: typeof part === 'number' && typeof mark === 'string' ? { part, mark } : null }
}

const noRecords: Piece = { records: [], part: 0, parts: 1, mark: null, count: 0, facts: [] }

/** Opens the source of a configuration that was checked. */
export async function openHttpSource(config: SourceConfig, tools: Tools): Promise<Source> {
  const template = await requestTemplate(config, 'GET', tools)
  const paging = pagingOf(config)
  const documents = createDocuments({ list: listPlaceOf(config), facts: paging.facts })
  const { body } = template
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-encoding': 'gzip, br, deflate',
    ...template.headers,
  }
  if (body !== null) headers['content-type'] ??= 'application/json'

  async function open(url: URL, answer: OutboundAnswer, spot: Spot | null, signal: AbortSignal): Promise<Piece> {
    refuseUnaccepted(answer, template.masked)
    // No content is the one answer without a body that says something: there are no records.
    if (answer.status === 204) return noRecords
    // The document is gone once it is read; its beginning is what a refusal shows.
    const shown = { ...answer, body: Buffer.from(answer.body.subarray(0, keptBytes + 1)) }
    const piece = await documents.open(url.href, answer.body, spot, signal).catch((thrown: unknown) => {
      throw faultOfJson(thrown, foreignAnswer(shown, template.masked))
    })
    if (piece) return piece
    throw new SourceFault(problem('source/no-list', { answer: foreignAnswer(shown, template.masked) }), false)
  }

  async function fetchPiece(url: URL, spot: Spot | null, signal: AbortSignal): Promise<Piece> {
    const used = Promise.withResolvers<void>()
    try {
      const { method } = template
      const answer = await template.send({ method, url, headers, body, signal, inUse: used.promise }).catch((thrown: unknown) => {
        throw faultOf(thrown)
      })
      return await open(url, answer, spot, signal)
    } finally {
      used.resolve()
    }
  }

  function following(read: PageRead): Next {
    try {
      return paging.next(read)
    } catch (thrown) {
      if (!(thrown instanceof CursorFault)) throw thrown
      throw new SourceFault(problem('source/bad-cursor', { message: thrown.message }), false, { cause: thrown })
    }
  }

  async function read(at: Place, signal: AbortSignal): Promise<SourcePage> {
    const { place, spot } = apart(at)
    const url = new URL(template.url)
    for (const [name, value] of Object.entries(paging.params(place))) url.searchParams.set(name, value)
    const held = spot && (await documents.goOn(url.href, spot))
    const { records, part, parts, mark, count, facts } = held ?? (await fetchPiece(url, spot, signal))
    const it = { place, count, facts }
    const { next, note } = following(it)
    // A list that was fetched again because it changed has another mark, and its parts are other parts.
    const ofParts = parts > 1 ? ` (part ${part + 1} of ${parts}, list ${mark})` : ''
    return {
      records,
      startpoint: template.masked(`${template.method} ${url.href}${ofParts}`),
      next: part + 1 < parts ? { ...place, part: part + 1, mark } : next,
      repeatEnds: paging.repeatEnds(it),
      ...(spot ? { mayRepeat: true } : {}),
      ...(note === null || part + 1 < parts ? {} : { note }),
    }
  }

  return { host: template.url.origin, start: () => paging.start, read, close: async () => documents.close() }
}
