/**
 * Versions of one record: lines with the same key of their own that go back to different runs. Within one run they are records of their own: a source
 * that names two alike has given both. Only a run of events has versions one after the other, for it stays open while others come.
 */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { withinRuns } from '../runs/run-bounds.repository.ts'
import { coldSharedKeys, copyColdRuns } from './cold-copies.repository.ts'
import type { RecordPlace } from './read-records.repository.ts'
import { contentsOf, nameOfPlace } from './record-contents.repository.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** A record by its line in the ledger and by what the line goes back to; nulls where it was never in the ledger. */
export type RecordLine = {
  readonly position: number | null
  readonly root_run: string | null
  readonly root_position: number | null
  readonly record_key: string
}

/** The ledger has no index by key: of so many runs the newest are looked at, as long as they hold no more records than these together. */
const runsMax = 1_000
const recordsMax = 20_000

/** Whether the record is named by itself and not by its place. One whose own key is its place is taken for the latter, and so for no version of another. */
export const hasOwnKey = ({ record_key, position }: Pick<RecordLine, 'record_key' | 'position'>) =>
  position !== null && record_key !== String(position)

/** Digits of a place in a run of events, so that they are compared as texts. */
const digits = 10

/** Runs of events among those that some lines go back to. */
async function eventRuns(db: Db, companyId: string, lines: readonly RecordLine[]): Promise<ReadonlySet<string>> {
  const runs = [...new Set(lines.flatMap(({ root_run }) => root_run ?? []))]
  if (runs.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from runs where id = any(${runs}::uuid[]) and company_id = ${companyId} and trigger = 'webhook'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What is larger of a later version: as `deliveredUnder` has it. */
const versionOf = ({ root_run: run, root_position: position }: RecordLine, events: ReadonlySet<string>): string =>
  run === null ? '' : events.has(run) ? `${run}${String(position ?? 0).padStart(digits, '0')}` : run

/** Keys that several records of one run have: they name no record, so that nothing is a version of another by them. */
function sharedAmong(lines: readonly RecordLine[], events: ReadonlySet<string>): ReadonlySet<string> {
  const met = new Set<string>()
  const shared = new Set<string>()
  for (const { root_run, record_key } of lines) {
    if (root_run === null || events.has(root_run)) continue
    const name = `${root_run}/${record_key}`
    if (met.has(name)) shared.add(record_key)
    met.add(name)
  }
  return shared
}

/** Likewise, in the ledger. What was left out because it came again with the same content is no other record. */
async function sharedKeys(
  db: Db,
  { companyId }: ConnectorKey,
  runs: readonly Key[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly key: string }>`
    select distinct t.record_key as key
    from json_to_recordset(${JSON.stringify(runs)}::json) as k(r uuid)
    join runs h on h.id = k.r and h.company_id = ${companyId} and h.trigger <> 'webhook'
    cross join lateral (
      select t.record_key from transactions t
      where t.run_id = k.r and t.company_id = ${companyId} and ${withinRuns('t.run_id', runs)}
        and t.record_key = any(${keys}::text[]) and t.status not in ('skipped', 'left-out')
      group by t.record_key having count(*) > 1
      offset 0) t`.execute(db)
  const cold = await coldSharedKeys(
    db,
    companyId,
    runs.map(({ r }) => r),
    keys,
  )
  return new Set([...rows.map(({ key }) => key), ...cold])
}

/** Lines without those that a newer one among them replaces, oldest first: what is sent last stays at a destination that keeps one of each. */
export async function newestVersions<Line extends RecordLine>(
  db: Db,
  companyId: string,
  lines: readonly Line[],
): Promise<Line[]> {
  const events = await eventRuns(db, companyId, lines)
  const newest = new Map<string, string>()
  const shared = sharedAmong(lines, events)
  const isVersion = (line: Line) => hasOwnKey(line) && !shared.has(line.record_key)
  for (const line of lines.filter(isVersion)) {
    const { record_key: key } = line
    const version = versionOf(line, events)
    if (version > (newest.get(key) ?? '')) newest.set(key, version)
  }
  return lines
    .filter((line) => !isVersion(line) || newest.get(line.record_key) === versionOf(line, events))
    .toSorted((a, b) => {
      const [first, second] = [a.root_run ?? '', b.root_run ?? '']
      return first === second ? (a.root_position ?? 0) - (b.root_position ?? 0) : first < second ? -1 : 1
    })
}

type Key = { readonly r: string }

type Looked = Key & { readonly read: number; readonly delivered: number }

/**
 * The newest runs of a connector, as far as they are looked at. They are the same whatever is asked about, so that the problems of a day and the plan of a
 * replay judge a record alike.
 */
async function newestRuns(db: Db, { companyId, connectorId }: ConnectorKey): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    select id as r, records_read as read, records_delivered as delivered from runs
    where company_id = ${companyId} and connector_id = ${connectorId}
    order by created_at desc limit ${runsMax}`.execute(db)
  let looked = 0
  return rows.filter(({ read }) => {
    looked += read
    return looked <= recordsMax
  })
}

/** A delivery under a key: where, and the version that was delivered, as `versionOf` has it. */
type Delivered = RecordPlace & { readonly key: string; readonly version: string }

/** What was delivered under some keys. */
async function deliveredUnder(db: Db, { companyId }: ConnectorKey, runs: readonly Key[], keys: readonly string[]) {
  await copyColdRuns(
    db,
    companyId,
    runs.map(({ r }) => r),
  )
  const { rows } = await sql<Delivered>`
    select t.record_key as key, k.r as "runId", t.position, coalesce(l.root_run, k.r)::text ||
      case when h.trigger = 'webhook' then lpad(coalesce(l.root_position, t.position)::text, ${digits}, '0') else '' end as version
    from json_to_recordset(${JSON.stringify(runs)}::json) as k(r uuid)
    cross join lateral (
      select t.position, t.record_key from transactions t
      where t.run_id = k.r and t.company_id = ${companyId} and ${withinRuns('t.run_id', runs)}
        and t.status = 'success' and t.record_key = any(${keys}::text[]) and t.record_key <> t.position::text
      offset 0) t
    left join replays y on y.run_id = k.r and y.company_id = ${companyId}
    left join replay_lines l on l.replay_id = y.id and l.place = t.position
    left join runs h on h.id = coalesce(l.root_run, k.r) and h.company_id = ${companyId}`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}

/** What is declared to name the records of some runs, by the run; those of which it was guessed are missing. */
async function declaredOf(db: Db, companyId: string, runs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly id: string; readonly by: string }>`
    select id, named_by as by from runs where id = any(${runs}::uuid[]) and company_id = ${companyId} and named_by is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, by }) => [id, by]))
}

const uuidLength = 36
const runOf = (version: string) => version.slice(0, uuidLength)

/** What came later under the key of a record and was delivered. */
export type Replaced = {
  /** The newest run that delivered something under the key. */
  readonly by: string
  /** Whether that is the same record: its name is declared, or the content is the same. Else it may be another one that has the same `id`. */
  readonly isSame: boolean
}

type Candidate<Line> = { readonly line: Line; readonly by: string; readonly later: readonly Delivered[] }

/** Places whose content tells: the first that came later, which an unchanged record is, and the last. */
function compared<Line extends RecordLine>({ line, later }: Candidate<Line>): readonly RecordPlace[] {
  const { root_run: runId, root_position: position } = line
  const [first, last] = [later[0], later.at(-1)]
  if (runId === null || position === null || !first || !last) return []
  return [{ runId, position }, first, last]
}

async function judged<Line extends RecordLine>(db: Db, companyId: string, candidates: readonly Candidate<Line>[]) {
  const runs = candidates.flatMap(({ line, later }) => [line.root_run ?? '', ...later.map(({ version }) => runOf(version))])
  const declared = candidates.length === 0 ? new Map<string, string>() : await declaredOf(db, companyId, [...new Set(runs)])
  const isDeclared = ({ line, later }: Candidate<Line>) => {
    const by = declared.get(line.root_run ?? '')
    return by !== undefined && later.some(({ version }) => declared.get(runOf(version)) === by)
  }
  const guessed = new Set(candidates.filter((it) => !isDeclared(it)))
  const contents = await contentsOf(db, companyId, [...guessed].flatMap(compared))
  return new Map(
    candidates.map((it): readonly [Line, Replaced] => {
      if (!guessed.has(it)) return [it.line, { by: it.by, isSame: true }]
      const [own, ...others] = compared(it).map((place) => contents.get(nameOfPlace(place)))
      return [it.line, { by: it.by, isSame: own !== undefined && others.includes(own) }]
    }),
  )
}

/** Which of some lines have a later version that was delivered, among the newest records of the ledger. */
export async function replacedAmong<Line extends RecordLine>(
  db: Db,
  whose: ConnectorKey,
  lines: readonly Line[],
): Promise<ReadonlyMap<Line, Replaced>> {
  const named = lines.filter(hasOwnKey)
  const [oldest] = named.map(({ root_run }) => root_run ?? '').toSorted()
  if (oldest === undefined) return new Map()
  const newest = await newestRuns(db, whose)
  const runs = newest.filter(({ r, delivered }) => r >= oldest && delivered > 0).map(({ r }) => ({ r }))
  if (runs.length === 0) return new Map()
  const keys = [...new Set(named.map(({ record_key }) => record_key))]
  const delivered = await deliveredUnder(db, whose, runs, keys)
  const roots = [...new Set(named.flatMap(({ root_run }) => root_run ?? []))].map((r) => ({ r }))
  const several = newest.filter(({ read }) => read > 1).map(({ r }) => ({ r }))
  const shared = await sharedKeys(
    db,
    whose,
    [...several, ...roots.filter(({ r }) => !several.some((it) => it.r === r))],
    keys.filter((key) => delivered.has(key)),
  )
  const events = await eventRuns(db, whose.companyId, named)
  const candidates = named.flatMap((line): Candidate<Line>[] => {
    const found = shared.has(line.record_key) ? [] : (delivered.get(line.record_key) ?? [])
    const own = versionOf(line, events)
    const later = found.filter(({ version }) => version > own).toSorted((a, b) => (a.version < b.version ? -1 : 1))
    if (later.length === 0) return []
    return [{ line, by: found.reduce((by, { runId }) => (runId > by ? runId : by), ''), later }]
  })
  return judged(db, whose.companyId, candidates)
}
