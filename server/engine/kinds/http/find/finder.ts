/** Looks for the record of a delivery before it is sent, and says where it goes: to what was found, or to where records are created. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import { type FindRequest, foundPrefix } from '#contract/connectors/config/operations/find.ts'
import { type ForeignAnswer, type Problem, problem } from '#contract/kit/problem.ts'
import type { BesideRequest, Outcome, Permission, Sending, Tools } from '#server/engine/kit/kind.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { isBlank, pathOf } from '../../../kit/record-values.ts'
import { remoteProblem } from '../../remote-problem.ts'
import { compileTemplate, type Template } from '../bodies/template.ts'
import { type RequestTemplate, requestTemplate } from '../request.ts'
import { foreignAnswer } from '../response/answer.ts'
import { filler, fillUrl } from '../variables.ts'
import { filledUrl, shownFields, type Values } from './field-url.ts'
import { foundIn } from './found.ts'

/** Bytes of the response to a search that are read. */
const readMax = 1_048_576
/** Further pages of a search that are read where the first one does not decide. */
const furtherPages = 3

/** Where the request of a record goes; null: to the URL that creates it. */
export type Target = {
  readonly method: string
  readonly url: URL
  readonly send: RequestTemplate['send']
  readonly found: unknown
}

export type Finder = {
  /** @param faultOf the outcome of what `send` throws. */
  readonly targetOf: (
    text: string,
    permission: Permission,
    faultOf: (thrown: unknown) => Outcome,
  ) => Promise<Target | null | { readonly outcome: Outcome }>
  /** Does one after the other what looks for the same: two records of one person would both create it. */
  readonly inTurn: <T>(text: string, work: () => Promise<T>) => Promise<T>
  /** Whether a record with the same search was created, or may have been; `created` says so. */
  readonly isCreated: (text: string) => boolean
  readonly created: (text: string) => void
  /** The search for a record and the request that changes what it finds, for people. @param create the request that creates it. */
  readonly preview: (text: string, create: Pick<Sending, 'headers' | 'body'>) => readonly BesideRequest[]
}

/** Searches of created and of changed records that are remembered at once, the newest ones. */
const createdMax = 100_000

const lost = (): Outcome => ({
  outcome: 'retry',
  problem: problem('destination/failing', { message: 'The search for the record got no response. The record was not sent.' }),
})

/** The value of a field is known once something is found. */
const isOfFound = (name: string) => name.startsWith(foundPrefix)

const sameFound = (answer: ForeignAnswer) =>
  remoteProblem('destination/refused', {
    answer,
    message: 'The search returned the same record for different values. Check the query.',
  })

const searchTextOf = ({ url, body }: { readonly url: URL; readonly body: string | Buffer | null }) => `${url.href} ${body ?? ''}`

const isProblem = (it: URL | Problem): it is Problem => !(it instanceof URL)

const bodyOf = (find: FindRequest): Template | null =>
  find.method === 'POST' && find.body ? compileTemplate(find.body, 'json') : null

/** What an empty value in the body or in the field that is compared would find is another record, or any. */
function valueFaultOf(find: FindRequest, body: Template | null): (record: unknown) => Problem | null {
  const names = [...(body === null ? [] : fieldsOfTemplate(find.body ?? '')), ...(find.matchField ? [find.matchField] : [])]
  return (record) => {
    const empty = names.find((name) => {
      const value = valueAt(record, pathOf(name))
      return isBlank(value) || scalarText(value)?.trim() === ''
    })
    if (empty !== undefined)
      return problem('record/no-address', {
        message: `We couldn't search for the record: the value of "${empty}" is empty. Correct the value and retry the record.`,
      })
    const message = body?.fault(record) ?? null
    return message === null ? null : problem('record/unreadable', { message })
  }
}

/** Why a record cannot be looked for, before it is stored; null where nothing is looked for. */
export function findCheckOf({ operation, variables }: DestinationConfig): ((made: unknown) => Problem | null) | null {
  if (operation?.do !== 'find' || !operation.find || !operation.update) return null
  const fill = filler(variables)
  const templates = [
    ['search', fillUrl(operation.find.url, fill)],
    ['update', fillUrl(operation.update.url, fill)],
  ] as const
  const valueFault = valueFaultOf(operation.find, bodyOf(operation.find))
  return (record) => {
    for (const [what, template] of templates) {
      const it = filledUrl(template, { record, found: null }, what, isOfFound)
      if (isProblem(it)) return it
    }
    return valueFault(record)
  }
}

/** Null where the operation looks for nothing. The configuration was checked. */
export async function finderOf(config: DestinationConfig, tools: Tools): Promise<Finder | null> {
  const { find, update, do: kind } = config.operation ?? {}
  if (kind !== 'find' || find === undefined || update === undefined) return null
  // Queries of the configuration belong to the request that creates.
  const at = (url: string, requestMethod: DestinationConfig['requestMethod']) =>
    requestTemplate({ ...config, url, queries: [], ...(requestMethod === undefined ? {} : { requestMethod }) }, 'GET', tools)
  const search = await at(find.url, find.method)
  const change = await at(update.url, update.method)
  const body = bodyOf(find)
  const valueFault = valueFaultOf(find, body)
  const turns = new Map<string, Promise<unknown>>()
  const created = new Set<string>()
  /** Searches by the request that changes what they found. */
  const changing = new Map<string, string>()

  /** Whether another search found the same record. Values that were compared are the same, so nothing is wrong then. */
  function isOfOther(target: string, searched: string): boolean {
    if (find?.matchPath !== undefined) return false
    const search = searched.toLowerCase()
    const other = changing.get(target)
    if (other !== undefined) return other !== search
    const [oldest] = changing.keys()
    if (changing.size >= createdMax && oldest !== undefined) changing.delete(oldest)
    changing.set(target, search)
    return false
  }

  const headers = {
    accept: 'application/json',
    ...search.headers,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  const requestOf = (record: unknown) => {
    const url = filledUrl(search.url, { record, found: null }, 'search')
    return isProblem(url) ? url : (valueFault(record) ?? { url, body: body?.write(record) ?? null })
  }

  const own = fillUrl(find.url, filler(config.variables))
  const secrets = [...search.url.searchParams].filter(([name, value]) => own.searchParams.get(name) !== value)
  /** The URL of a further page, with what authenticates the search; null of another server. */
  function furtherUrl(link: string, from: URL): URL | null {
    if (!URL.canParse(link, from)) return null
    const address = new URL(link, from)
    if (address.origin !== search.url.origin || address.username !== '' || address.password !== '') return null
    for (const pair of secrets) address.searchParams.set(...pair)
    return address
  }

  const searchOf = (text: string) => {
    const request = requestOf(parseExactly(text))
    return 'code' in request ? text : searchTextOf(request)
  }

  /** The URL of the request that changes what is found, with `{found.id}` where its value belongs. */
  const shownUpdate = (record: unknown) => {
    const url = filledUrl(change.url, { record, found: null }, 'update', isOfFound)
    return isProblem(url) ? change.shownAddress(change.url) : shownFields(change.shownAddress(url, url), isOfFound)
  }

  return {
    preview: (text, create) => {
      const record = parseExactly(text)
      const request = requestOf(record)
      if ('code' in request) return []
      return [
        {
          ...{ step: 'search', method: find.method, to: search.shownAddress(request.url, request.url) },
          ...{ headers: search.shownHeaders(headers), body: request.body ?? '' },
        },
        { ...create, step: 'update', method: change.method, to: shownUpdate(record) },
      ]
    },
    isCreated: (text) => created.has(searchOf(text)),
    created: (text) => {
      const [oldest] = created
      if (created.size >= createdMax && oldest !== undefined) created.delete(oldest)
      created.add(searchOf(text))
    },
    targetOf: async (text, permission, faultOf) => {
      const record = parseExactly(text)
      const request = requestOf(record)
      if ('code' in request) return { outcome: { outcome: 'refused', problem: request, about: 'delivery' } }
      try {
        let answer = await search.send({ method: find.method, ...request, headers, keep: readMax, ...permission })
        let response = foundIn(find, answer, record, search.masked)
        for (let page = 1; page <= furtherPages && 'next' in response && response.next; page += 1) {
          const { url: link, results } = response.next
          const address = furtherUrl(link, request.url)
          if (address === null) break
          answer = await search.send({ method: find.method, ...request, url: address, headers, keep: readMax, ...permission })
          response = foundIn(find, answer, record, search.masked, { results, isLast: page === furtherPages })
        }
        if ('outcome' in response) return response
        if (response.found === null) return null
        const values: Values = { record, found: response.found }
        const url = filledUrl(change.url, values, 'update')
        if (isProblem(url)) return { outcome: { outcome: 'refused', problem: url, about: 'delivery' } }
        if (isOfOther(url.href, searchTextOf(request)))
          return { outcome: { outcome: 'refused', problem: sameFound(foreignAnswer(answer, search.masked)), about: 'delivery' } }
        return { method: change.method, url, send: change.send, found: response.found }
      } catch (thrown) {
        const outcome = faultOf(thrown)
        return { outcome: outcome.outcome === 'unknown' ? lost() : outcome }
      }
    },
    inTurn: async (text, work) => {
      const key = searchOf(text)
      const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
      const settled = turn.then(
        () => undefined,
        () => undefined,
      )
      turns.set(key, settled)
      try {
        return await turn
      } finally {
        if (turns.get(key) === settled) turns.delete(key)
      }
    },
  }
}
