/** What a connector's status says besides its name, and how a move is refused. */
import {
  type ConnectorMove,
  type ConnectorState,
  connectorLifecycle,
  connectorMoveNames,
} from '#contract/connectors/details/connector.lifecycle.ts'
import { allowedMoves, moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { type ProblemError, refusal } from '#contract/kit/problem.ts'
import type { ConnectorRecord, StatusWithReason } from './connectors.repository.ts'

type UserMove = Extract<ConnectorMove['type'], `user.${string}`>

export const drafted: StatusWithReason = { status: 'Draft', reason: 'Never deployed.', next: 'Deploy to deliver records.' }

const reasons: Readonly<Record<'user.deployed' | 'user.paused' | 'user.resumed', Omit<StatusWithReason, 'status'>>> = {
  'user.deployed': {
    reason: 'A deployment is in progress.',
    next: 'Becomes active when the engine has loaded the new version.',
  },
  'user.paused': { reason: 'Paused.', next: 'Nothing is sent until you resume.' },
  'user.resumed': { reason: 'Resumed.', next: 'Runs when you start it, or continues a run.' },
}

/** The states from which the chart allows a move, for the `where` of a guarded update. */
export const statesBefore = (move: UserMove): ConnectorState[] => statesAllowing(connectorLifecycle, move) as ConnectorState[]

/**
 * Where a person's move leads. It is the same from every state that allows it, which the chart is asked for. Nothing is said of runs: they end while
 * the connector stays as it is.
 */
export function statusAfter(move: keyof typeof reasons): StatusWithReason {
  const targets = new Set(statesBefore(move).map((from) => moved(connectorLifecycle, from, { type: move }, { before: from })))
  const [status] = targets
  if (targets.size !== 1 || status == null) throw new Error(`The chart leads ${move} to ${[...targets].join(' or ')}.`)
  return { status: status as ConnectorState, ...reasons[move] }
}

/** As a sentence says where a connector stands. */
const statusWords: Readonly<Record<ConnectorState, string>> = {
  Draft: 'a draft',
  Deploying: 'being deployed',
  Active: 'active',
  Pause: 'paused',
  Failed: 'failed',
}

export const isAllowed = ({ connector }: ConnectorRecord, move: UserMove): boolean =>
  statesBefore(move).includes(connector.status)

/** The 409 for a move that the present state forbids: it names what is possible. */
export function notAllowedNow({ connector }: ConnectorRecord, move: UserMove): ProblemError {
  const allowed = allowedMoves(connectorLifecycle, connector.status).flatMap((type) =>
    type in connectorMoveNames ? [connectorMoveNames[type as UserMove]] : [],
  )
  const possible = allowed.length === 0 ? 'Wait until this is done' : `Available now: ${allowed.join(', ')}`
  const message = `You can't ${connectorMoveNames[move]} this connector because it is ${statusWords[connector.status]}. ${possible}.`
  return refusal('connector/not-allowed-now', { message, allowed })
}
