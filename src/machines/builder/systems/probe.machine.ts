import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ConnectionTest, Sample } from '#contract/builder/probe.ts'
import { addressOf } from '#contract/connectors/config/address.ts'
import type { DatabaseConfig, DestinationConfig, EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { requestText } from './side-config.ts'
import { faultsOf } from './side-rules.ts'

/** The side as it stands in the form. An enrichment asks with values of a record. */
export type Probed =
  | { readonly side: 'source'; readonly config: SourceConfig }
  | { readonly side: 'destination'; readonly config: DestinationConfig }
  | { readonly side: 'enrichment'; readonly config: EnrichmentConfig; readonly record?: unknown }

/** What came of it: of a destination only whether it answers, of the others what they hold. */
export type Finding =
  | { readonly kind: 'sample'; readonly sample: Sample; readonly takenAt: string }
  | { readonly kind: 'test'; readonly test: ConnectionTest }

export type ProbeEvent = { readonly type: 'user.requested'; readonly probed: Probed } | { readonly type: 'user.cancelled' }

type ProbeRequest = { readonly probed: Probed; readonly connectorId: string | null }

/** One real request of a side, made while a person looks on. What was found before stays until something new is found. */
export const probeMachine = setup({
  types: {
    context: {} as {
      /** Where saved secrets belong; null before the connector is made. */
      readonly connectorId: string | null
      /** What is asked now, or was asked last. */
      readonly probed: Probed | null
      readonly finding: Finding | null
      /** What was asked when that was found: an address that was refused afterwards did not answer. */
      readonly found: Probed | null
      readonly problem: Problem | null
    },
    input: {} as { readonly connectorId: string | null },
    events: {} as ProbeEvent,
    tags: {} as 'busy',
  },
  actors: {
    probe: unprovidedActor<Finding, ProbeRequest>('probe'),
  },
  guards: {
    nothingIsMissing: (_, { side, config }: Probed) => Object.keys(faultsOf(side, config)).length === 0,
  },
  actions: {
    rememberProbed: assign((_, { probed }: { readonly probed: Probed }) => ({ probed })),
    rememberFinding: assign(({ context }, { finding }: { readonly finding: Finding }) => ({ finding, found: context.probed })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** Whoever fills this keeps the sample, which outlives this actor. */
    tellFinding: (_, _params: { readonly finding: Finding; readonly probed: Probed | null }) => {},
  },
}).createMachine({
  id: 'probe',
  context: ({ input }) => ({ ...input, probed: null, finding: null, found: null, problem: null }),
  initial: 'idle',
  states: {
    idle: {},
    asking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'probe',
        src: 'probe',
        input: ({ context: { probed, connectorId } }) => ({ probed: probed as Probed, connectorId }),
        onDone: {
          target: 'answered',
          actions: [
            { type: 'rememberFinding', params: ({ event }) => ({ finding: event.output }) },
            { type: 'tellFinding', params: ({ event, context }) => ({ finding: event.output, probed: context.probed }) },
          ],
        },
        onError: { target: 'failed', actions: rememberProblem },
      },
      on: { 'user.requested': {}, 'user.cancelled': 'idle' },
    },
    answered: {},
    /** Nothing could be asked. What was found before is still true of when it was asked. */
    failed: {},
  },
  on: {
    'user.requested': {
      guard: { type: 'nothingIsMissing', params: ({ event }) => event.probed },
      target: '.asking',
      actions: { type: 'rememberProbed', params: ({ event }) => event },
    },
  },
})

export type ProbeActor = ActorRefFrom<typeof probeMachine>
export type ProbeSnapshot = SnapshotFrom<typeof probeMachine>

/** What is made of an answer, and how its next pages are asked for, is another matter than the request for it. */
function probedText({ config, side }: Probed): string {
  if (side !== 'source') return requestText(config)
  const { isList: _, listPath: __, listConfig: ___, keyFields: ____, noKey: _____, ...request } = config
  const { keyColumns: ______, ...database } = request.databaseConfig ?? {}
  return requestText('databaseConfig' in request ? { ...request, databaseConfig: database as DatabaseConfig } : request)
}
/** Why nothing could be asked; null as soon as the form would ask for something else. */
export const selectProblem =
  (now: Probed) =>
  ({ context: { problem, probed } }: ProbeSnapshot): Problem | null =>
    problem !== null && probed !== null && probedText(probed) === probedText(now) ? problem : null
export const selectCanAsk = (probed: Probed) => (snapshot: ProbeSnapshot) => snapshot.can({ type: 'user.requested', probed })

/** The newest sample; null before there is one. */
export const selectSample = ({ context: { finding } }: ProbeSnapshot): Sample | null =>
  finding?.kind === 'sample' ? finding.sample : null

/** Whether what is shown answers another request than the form would make now. */
export const selectIsOld =
  (now: Probed) =>
  ({ context: { found } }: ProbeSnapshot): boolean =>
    found !== null && probedText(found) !== probedText(now)

/** Where what is shown was asked; null where nothing was found. */
export const selectFoundAt = ({ context: { found } }: ProbeSnapshot): string | null =>
  found === null ? null : (addressOf(found.config) ?? null)
