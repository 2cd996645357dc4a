/** What a connector says beside its row: its health, and the starts that nobody presses. Read when it is shown, so that it is true then. */
import type { Kysely } from 'kysely'

import { type Health, healthOf } from '#contract/connectors/details/health.ts'
import type { Schedule } from '#contract/connectors/triggers/trigger.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type HookState, hooksOf } from '#server/records/connectors/hooks.repository.ts'
import { schedulesOf } from '#server/records/connectors/schedules.repository.ts'
import { holdsOf } from '../../billing/holds/holds.repository.ts'
import { type ShownLiveState, showLiveStates } from '../deployments/live-state.ts'
import { healthsOf } from '../details/connector-health.repository.ts'
import type { ConnectorRecord } from '../details/connectors.repository.ts'

type Bare = Pick<ConnectorRecord, 'connector' | 'companyId'>

/** A connector as it is shown: `statusNext` names the next start, and the members of its trigger are there. */
export type ShownRecord<R extends Bare = ConnectorRecord> = R & {
  readonly triggered: { readonly schedule?: Schedule; readonly heldEvents?: number; readonly held?: string }
  readonly health: Health
  readonly deployed: ShownLiveState
}

const counted = (count: number, one: string) => (count === 1 ? `1 ${one} was` : `${count} ${one}s were`)
const waiting = (events: number) => (events === 1 ? '1 event waits' : `${events.toLocaleString('en')} events wait`)

function nextOfSchedule({ nextRunAt, skippedStarts, skippedSince, missedStarts, missedSince }: Schedule): string {
  const next = nextRunAt === null ? 'The schedule has no further runs.' : `Next run at ${nextRunAt}.`
  const skipped =
    skippedStarts === 0
      ? ''
      : ` ${counted(skippedStarts, 'run')} skipped since ${skippedSince} because the previous run was still open.`
  const missed =
    missedStarts === 0 ? '' : ` ${counted(missedStarts, 'run')} missed since ${missedSince} because no engine was available.`
  return `${next}${skipped}${missed}`
}

function nextOfHook(status: string, { held, hasSecret }: HookState, otherwise: string): string {
  if (status === 'Active' && !hasSecret) return 'No secret yet. Create the webhook secret to receive events.'
  if (status === 'Active') return `Delivers events as they arrive.${held === 0 ? '' : ` ${waiting(held)} for the next run.`}`
  if (status === 'Pause') return held === 0 ? 'Events wait until you resume.' : `${waiting(held)} until you resume.`
  return otherwise
}

type Beside = {
  readonly hold: { readonly reason: string; readonly next: string } | undefined
  readonly schedule: Schedule | undefined
  readonly hook: HookState | undefined
  readonly health: Health
  readonly deployed: ShownLiveState
}

function shown<R extends Bare>(record: R, { schedule, hook, health, deployed, hold }: Beside): ShownRecord<R> {
  const { connector } = record
  const isActive = connector.status === 'Active'
  const isHeld = isActive && hold !== undefined
  const told = schedule && (!isActive || isHeld) ? { ...schedule, nextRunAt: null } : schedule
  const statusNext = isHeld
    ? `${hold.reason} ${hold.next}${hook?.isLive && hook.held > 0 ? ` ${waiting(hook.held)} until then.` : ''}`
    : told && isActive
      ? nextOfSchedule(told)
      : hook?.isLive
        ? nextOfHook(connector.status, hook, connector.statusNext)
        : connector.statusNext
  return {
    ...record,
    connector: { ...connector, statusNext },
    triggered: {
      ...(isHeld ? { held: hold.reason } : {}),
      ...(told ? { schedule: told } : {}),
      ...(hook?.isLive || hook?.held ? { heldEvents: hook.held } : {}),
    },
    health,
    deployed,
  }
}

const neverDeployed: ShownLiveState = { live: null, undeployedChanges: [], failedDeployment: null }

/** The connectors of one company, as they are shown. */
export async function showTriggers<R extends Bare>(db: Kysely<Tables>, records: readonly R[]): Promise<ShownRecord<R>[]> {
  const [first] = records
  if (!first) return []
  const ids = records.map(({ connector }) => connector._id)
  const schedules = await schedulesOf(db, first.companyId, ids)
  const hooks = await hooksOf(db, first.companyId, ids)
  const healths = await healthsOf(db, first.companyId, ids)
  const holds = await holdsOf(db, first.companyId, ids)
  const states = await showLiveStates(db, first.companyId, ids)
  return records.map((record) => {
    const id = record.connector._id
    return shown(record, {
      schedule: schedules.get(id),
      hook: hooks.get(id),
      hold: holds.get(id),
      health: healths.get(id) ?? healthOf({ newest: null, sent: null }),
      deployed: states.get(id) ?? neverDeployed,
    })
  })
}

/** One connector, as it is shown. */
export async function showTrigger<R extends Bare>(db: Kysely<Tables>, record: R): Promise<ShownRecord<R>> {
  const [it] = await showTriggers(db, [record])
  if (!it) throw new Error('A connector that was read is shown.')
  return it
}
