/** What went wrong in a range of time, by cause. */
import type { Kysely } from 'kysely'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { CauseState } from '#contract/connectors/problems/cause.lifecycle.ts'
import {
  otherReasonsId,
  type ProblemGroup,
  type ProblemGroups,
  problemGroupsMax,
  problemRangeUsual,
} from '#contract/connectors/problems/problem-group.ts'
import { refusal } from '#contract/kit/problem.ts'
import { rangeMax } from '#contract/kit/time-range.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { failedDeploymentsOf } from '../deployments/live-states.repository.ts'
import { countFailedAfterwards } from '../runs/afterwards-rows.repository.ts'
import { absentPaths } from './absent-paths.ts'
import { type Arrivals, arrivalsOf } from './arrivals.repository.ts'
import { currentState } from './cause-state.ts'
import { touchedCauses } from './causes.repository.ts'
import { fieldOfGroup } from './mapped-field.ts'
import { failedRunsOf, groupsOf, type LostGroup, type Range } from './problem-groups.repository.ts'

type ProblemGroupQuery = {
  readonly companyId: string
  readonly connectorId: string
  /** ISO 8601. */
  readonly from: string | null | undefined
  readonly to: string | null | undefined
}

const hour = 3_600_000

const malformedRange = (message: string) => refusal('request/malformed', { message, errors: [{ path: '/from', message }] })

/**
 * The last day where no range is given. The caller's sight of the connector is checked before.
 * @throws `request/malformed` for a range that is empty, reversed or too long.
 */
export async function problemGroups(
  db: Kysely<Tables>,
  { companyId, connectorId, from, to }: ProblemGroupQuery,
  now = new Date(),
): Promise<ProblemGroups> {
  const end = to ? new Date(to) : now
  const begin = from ? new Date(from) : new Date(end.getTime() - problemRangeUsual * hour)
  if (begin >= end) throw malformedRange('Choose an end after the start.')
  if (end.getTime() - begin.getTime() > rangeMax) throw malformedRange('Choose a range of ten years or less.')
  const range = { from: begin.toISOString(), to: end.toISOString() }
  const asked = { companyId, connectorId, ...range }
  return inOneSnapshot(db, async (tx) => ({
    ...range,
    failedRuns: await failedRunsOf(tx, asked),
    absentPaths: await absentPaths(tx, asked),
    failedDeployments: await failedDeploymentsOf(tx, asked, problemGroupsMax),
    failedFollowUps: await countFailedAfterwards(tx, asked),
    ...(await withStates(tx, asked, await groupsWithArrivals(tx, asked), await mappingOf(tx, asked))),
  }))
}

/** With what people did about the causes; those that nobody touched are open. */
async function withStates<Found extends { readonly groups: readonly GroupOfRecords[] }>(
  tx: Kysely<Tables>,
  { companyId, connectorId }: Range,
  found: Found,
  mapping: ConnectorConfig['dataMapping'],
) {
  const touched = found.groups.length === 0 ? [] : await touchedCauses(tx, { companyId, connectorId })
  const states = new Map(touched.map((cause): [string, CauseState] => [cause.id, currentState(cause)]))
  const groups = found.groups.map(
    (group): ProblemGroup => ({ ...group, field: fieldOfGroup(group, mapping), state: states.get(group.id) ?? 'open' }),
  )
  return { ...found, groups }
}

/** Of the live version, which is the one that a person would correct; of one that never was live there is none. */
async function mappingOf(tx: Kysely<Tables>, { companyId, connectorId }: Range): Promise<ConnectorConfig['dataMapping']> {
  const live = await tx
    .selectFrom('connectors')
    .select('live_version')
    .where('id', '=', connectorId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const version = live?.live_version ?? null
  return version === null ? [] : (await readVersion(tx, companyId, connectorId, version)).dataMapping
}

/** A cause without what people did about it. */
type GroupOfRecords = Omit<ProblemGroup, 'state' | 'field'>

/** Of lines that were lost between the two questions. */
const nothingKnown = ({ failed, unknown }: LostGroup): Arrivals => ({
  ...{ arrived: 0, arrivedAt: null, replayId: null, arrivedRun: null, arrivedRuns: 0 },
  ...{ records: failed + unknown, openRecords: failed + unknown },
})

/** The causes that records are still lost for come first. */
export async function groupsWithArrivals(tx: Kysely<Tables>, range: Range) {
  const found = await groupsOf(tx, range)
  if (found.records === 0) return { ...found, arrived: 0, groups: [] }
  const own = new Set(found.groups.map(({ id }) => id))
  const arrivals = await arrivalsOf(tx, range, (cause) => (own.has(cause) ? cause : otherReasonsId))
  const groups = found.groups.map((group): GroupOfRecords => ({ ...group, ...(arrivals.get(group.id) ?? nothingKnown(group)) }))
  const isSolved = ({ arrived, failed, unknown }: GroupOfRecords) => arrived === failed + unknown
  return {
    ...found,
    arrived: [...arrivals.values()].reduce((sum, { arrived }) => sum + arrived, 0),
    groups: [...groups.filter((group) => !isSolved(group)), ...groups.filter(isSolved)],
  }
}
