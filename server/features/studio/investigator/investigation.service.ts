/** Looking into the transactions of a connector. */
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { recordFileEndpoints } from '#contract/connectors/runs/record-file.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import {
  type InvestigatedRecord,
  type InvestigatedRow,
  type Investigation,
  type investigationEndpoints,
  searchTermsMax,
} from '#contract/studio/investigation.ts'
import { checkEnds } from '#server/engine/ledger/range.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type Search, searchOf, wordCount } from '#server/platform/search/search-query.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { findVersion, type StoredConfig } from '#server/records/connectors/versions.repository.ts'
import { recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { lookupsOfPage } from '#server/records/runs/lookups.repository.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { findConnector } from '../../connectors/details/connectors.repository.ts'
import { maskOf, shownPayload } from '../../connectors/runs/payload-text.ts'
import { withNames } from '../../connectors/runs/record-names.ts'
import { pageOfTransactions } from '../../connectors/runs/transactions.repository.ts'
import { findZone } from '../../kit/formats.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { attemptsAt, placeOf, placesOfCause, transactionsAt } from './investigated.repository.ts'
import { investigate, matchesIn, type Place, settled } from './investigation.repository.ts'
import { fileLimits, fileOf, type Parts, writingOf } from './investigation-file.ts'
import { type Candidate, candidatesOf, type InvestigationFilter } from './investigation-pages.repository.ts'
import { madeOf } from './made-of.ts'

export type InvestigationService = ReturnType<typeof createInvestigationService>

const pageSizeDefault = 10
const lookupsShown = 20
/** Records that are read at once for a file. */
const exportedAtOnce = 100

type Query = Omit<QueryOf<typeof investigationEndpoints.search>, 'page' | 'pageSize'>

function rowOf({ payload: _, payloadLeftOut: __, payloadNotKept: ___, ...row }: Transaction): InvestigatedRow {
  return row
}

/** @throws `request/malformed` when it has too many words: to leave some out in silence would find what was not asked for. */
function checked(search: Search): Search {
  if (wordCount(search) <= searchTermsMax) return search
  const message = `Search for at most ${searchTermsMax} words.`
  throw refusal('request/malformed', { message, errors: [{ path: '/search', message }] })
}

/** Of the destination that a record went to; of the first one where it went to none. */
const mappedFieldsOf = ({ dataMapping, routes }: StoredConfig, { destination }: Transaction): number =>
  (routes?.others.find(({ id }) => id === destination?.id)?.dataMapping ?? dataMapping).length

type ExportQuery = QueryOf<typeof recordFileEndpoints.export>

/** @throws `request/malformed`: records as they were read have no columns, and only those that are chosen are opened. */
function checkRead({ with: added, transactionIds, format }: ExportQuery): void {
  if (added === undefined || (transactionIds !== undefined && format !== 'csv')) return
  const message = 'Original records are available only for selected transactions, as NDJSON.'
  throw refusal('request/malformed', { message, errors: [{ path: '/query/with', message }] })
}

/** @throws `request/malformed`: what would be disregarded in silence. */
function checkCause({ problem, search, transactionIds, order }: ExportQuery): void {
  if (problem === undefined || (search === undefined && transactionIds === undefined && order !== 'oldest')) return
  const message = 'Records of a problem are sorted newest first. Leave out the search and selected transactions.'
  throw refusal('request/malformed', { message, errors: [{ path: '/query/problem', message }] })
}

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }

export function createInvestigationService({ db, vault }: Deps, limits = fileLimits) {
  async function filterOf(caller: Caller, connectorId: string, query: Query): Promise<InvestigationFilter> {
    const record = await findConnector(db, tenantScopeOf(caller), connectorId)
    if (!record) throw refusal('connector/not-found')
    const { search = '', status, destination, startDate, endDate, order = 'newest' } = query
    const { companyId } = record
    return { companyId, connectorId, search: checked(searchOf(search)), status, destination, startDate, endDate, order }
  }

  /** A window of everything, in either order. */
  async function listed(filter: InvestigationFilter, offset: number, limit: number) {
    const read = (page: number, size: number) => pageOfTransactions(db, filter, page, size)
    if (filter.order === 'newest') return read(offset / limit + 1, limit)
    const { total } = await read(1, 1)
    const [from, until] = [Math.max(0, total - offset - limit), total - offset]
    if (until <= from) return { transactions: [], total }
    const first = Math.floor(from / limit)
    const head = (await read(first + 1, limit)).transactions
    const tail = (first + 1) * limit < until ? (await read(first + 2, limit)).transactions : []
    return { transactions: [...head, ...tail].slice(from - first * limit, until - first * limit).toReversed(), total }
  }

  async function found(filter: InvestigationFilter, offset: number, limit: number) {
    const { places, isMore, until, beginning } = await investigate(db, filter)
    const transactions = await transactionsAt(db, filter.companyId, places.slice(offset, offset + limit))
    return { transactions, total: places.length, isMore, searchedUntil: until?.toISOString() ?? null, beginning }
  }

  /** Everything that a filter finds, a few at a time. */
  async function everything(filter: InvestigationFilter, isSearch: boolean): Promise<Parts> {
    if (!isSearch) return { parts: everyListed(filter), isCut: false }
    const asFound = await settled(db, filter)
    const { candidates, isCut, since } = await candidatesOf(db, asFound, limits.pages)
    return { parts: everyFound(asFound, candidates), isCut: isCut || since !== null }
  }

  async function* everyFound(filter: InvestigationFilter, candidates: readonly Candidate[]): AsyncGenerator<Transaction[]> {
    for await (const { places } of matchesIn(db, filter, candidates)) {
      for (let at = 0; at < places.length; at += exportedAtOnce) {
        yield await transactionsAt(db, filter.companyId, places.slice(at, at + exportedAtOnce))
      }
    }
  }

  async function* everyListed(filter: InvestigationFilter): AsyncGenerator<Transaction[]> {
    for (let offset = 0; ; offset += exportedAtOnce) {
      const { transactions } = await listed(filter, offset, exportedAtOnce)
      if (transactions.length === 0) return
      yield transactions
    }
  }

  /** Those that somebody chose, in their order. @throws `transaction/not-found` when one of them is not there: a file without it would not tell. */
  async function chosen({ companyId, connectorId }: InvestigationFilter, ids: readonly string[]): Promise<Parts> {
    const places: Place[] = []
    for (const id of new Set(ids)) {
      const place = await placeOf(db, { companyId, connectorId }, id)
      if (!place) throw refusal('transaction/not-found', { message: `This connector has no transaction ${id}.` })
      places.push(place)
    }
    async function* read() {
      yield await transactionsAt(db, companyId, places)
    }
    return { parts: read(), isCut: false }
  }

  /** The records that were lost for one cause; one more than a file holds tells that there are more. */
  async function lostFor(
    { companyId, connectorId, status, destination, startDate, endDate }: InvestigationFilter,
    causeId: string,
  ): Promise<Parts> {
    const range = { companyId, connectorId, from: startDate, to: endDate }
    const places = await placesOfCause(db, range, causeId, { status, destination }, limits.records + 1)
    async function* read() {
      for (let at = 0; at < places.length; at += exportedAtOnce) {
        yield await transactionsAt(db, companyId, places.slice(at, at + exportedAtOnce))
      }
    }
    return { parts: read(), isCut: false }
  }

  return {
    /** @throws `analytics/range-reversed`, `-too-long`, `connector/not-found`. */
    async search(
      caller: Caller,
      connectorId: string,
      query: QueryOf<typeof investigationEndpoints.search>,
    ): Promise<Investigation> {
      checkEnds(query, '/query')
      const { page = 1, pageSize = pageSizeDefault } = query
      const filter = await filterOf(caller, connectorId, query)
      const offset = (page - 1) * pageSize
      const isSearch = (query.search ?? '').trim() !== ''
      const { transactions, total, ...more } = isSearch
        ? await found(filter, offset, pageSize)
        : { ...(await listed(filter, offset, pageSize)), isMore: false, searchedUntil: null, beginning: null }
      const paging = { page, pageSize, totalPages: Math.ceil(total / pageSize) }
      const mask = await maskOf({ db, vault }, filter.companyId)
      const named = (await withNames(db, filter.companyId, transactions, mask)).map(rowOf)
      return { transactions: named, total, ...more, ...paging }
    },

    /** @throws `connector/not-found`, `transaction/not-found`. */
    async record(caller: Caller, connectorId: string, transactionId: string): Promise<InvestigatedRecord> {
      const { companyId } = await filterOf(caller, connectorId, {})
      const place = await placeOf(db, { companyId, connectorId }, transactionId)
      const [transaction] = place ? await transactionsAt(db, companyId, [place]) : []
      if (!place || !transaction) throw refusal('transaction/not-found')
      const { runId, page } = place
      const run = await findRun(db, companyId, connectorId, runId)
      const [kept = null] = await recordsOf(db, companyId, [place])
      const { data: lookups, total: lookupCount } = await lookupsOfPage(db, { companyId, connectorId, runId }, page, lookupsShown)
      const version = await findVersion(db, { companyId, connectorId }, null, transaction.version)
      const mask = await maskOf({ db, vault }, companyId)
      const [shown = transaction] = await withNames(db, companyId, [transaction], mask)
      const made = version && kept ? madeOf(version.config, mask(kept.record)) : undefined
      return {
        transaction: rowOf(shown),
        trigger: run?.trigger ?? 'manual',
        asRead: kept && shownPayload(kept.record, mask),
        ...(made === undefined ? {} : { madeOf: made }),
        asDelivered: transaction.payload === null ? null : shownPayload(transaction.payload, mask),
        lookups,
        lookupCount,
        mappedFields: version === null || version === undefined ? null : mappedFieldsOf(version.config, transaction),
        ...(await attemptsAt(db, companyId, place)),
      }
    },

    /** The text of a file, piece by piece. @throws as `search`, and `transaction/not-found`, before the first piece. */
    async export(caller: Caller, connectorId: string, query: ExportQuery): Promise<Readable> {
      checkEnds(query, '/query', query.problem === undefined)
      checkRead(query)
      checkCause(query)
      // What comes in meanwhile would move what was not written yet.
      const { endDate = new Date().toISOString() } = query
      const filter = await filterOf(caller, connectorId, { ...query, endDate })
      const { companyId } = filter
      const mask = await maskOf({ db, vault }, companyId)
      const zone = await findZone(db, caller)
      const ids = query.transactionIds?.split(',')
      const found = ids
        ? await chosen(filter, ids)
        : query.problem === undefined
          ? await everything(filter, (query.search ?? '').trim() !== '')
          : await lostFor(filter, query.problem)
      const readAgain = (places: readonly Place[]) => transactionsAt(db, companyId, places)
      const readRecords = query.with === 'read' ? (places: readonly Place[]) => recordsOf(db, companyId, places) : null
      return Readable.from(
        fileOf(found, { writing: writingOf(query.format ?? 'ndjson', zone), mask, readAgain, readRecords, limits }),
      )
    },
  }
}
