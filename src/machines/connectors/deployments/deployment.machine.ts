import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Connector, Deployment } from '#contract/connectors/details/connector.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { type Problem, ProblemError, problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { type ReadingQuestionActor, readingQuestionMachine } from './reading-question.machine.ts'

export type DeploymentStage = DeploymentSnapshot['value']

export const selectStage = (snapshot: DeploymentSnapshot): DeploymentStage => snapshot.value
/** The question where it begins, an actor of its own. */
export const selectQuestion = (snapshot: DeploymentSnapshot) => snapshot.children['question'] as ReadingQuestionActor | undefined

/** Where the connector stands after the deployment (null when it could not be read), and what went wrong. */
export type DeploymentEnd = { readonly connector: Connector | null; readonly problem: Problem | null }

type DeploymentRequest = { readonly connectorId: string; readonly revision: number; readonly reading?: DeployReading }
type Answered = { readonly reading: DeployReading | null }

/** Follows one deployment from the press to its end, by asking the server how far it is. */
export const deploymentMachine = setup({
  types: {
    context: {} as {
      readonly connectorId: string
      readonly revision: number
      readonly isUnderWay: boolean
      readonly deployment: Deployment | null
      readonly connector: Connector | null
      readonly problem: Problem | null
      /** Why it was not deployed as it is: it reads something else. */
      readonly question: Problem | null
      /** What was answered, which is handed over with it from then on. */
      readonly reading: DeployReading | null
    },
    input: {} as { readonly connectorId: string; readonly revision: number; readonly isUnderWay: boolean },
    output: {} as DeploymentEnd,
    tags: {} as 'busy',
  },
  actors: {
    deployConnector: unprovidedActor<Deployment, DeploymentRequest>('deployConnector'),
    checkDeployment: unprovidedActor<Deployment, { readonly connectorId: string }>('checkDeployment'),
    readConnector: unprovidedActor<Connector, { readonly connectorId: string }>('readConnector'),
    question: readingQuestionMachine,
  },
  guards: {
    readingIsAsked: (_, params: { readonly problem: Problem }) => params.problem.code === 'cursor/would-drop',
    isAnswered: (_, { reading }: Answered) => reading !== null,
    isUnderWay: ({ context }) => context.isUnderWay,
    deploymentIsLive: (_, params: { readonly deployment: Deployment }) => params.deployment.status === 'live',
    deploymentIsLost: (_, params: { readonly deployment: Deployment }) => params.deployment.status === 'failed',
    problemIsRetryable: (_, params: { readonly problem: Problem }) => params.problem.retryable,
  },
  actions: {
    rememberDeployment: assign((_, params: { readonly deployment: Deployment }) => ({ deployment: params.deployment })),
    rememberConnector: assign((_, params: { readonly connector: Connector }) => ({ connector: params.connector })),
    rememberProblem: assign(keepProblem),
    rememberQuestion: assign((_, params: { readonly problem: Problem }) => ({ question: params.problem })),
    rememberReading: assign((_, { reading }: Answered) => ({ reading })),
    rememberLeft: assign(({ context }) => ({ problem: context.question })),
    /** What the deployment itself met is told first. */
    rememberUnread: assign(({ context }, params: { readonly problem: Problem }) => ({
      problem: context.problem ?? params.problem,
    })),
    rememberRefusal: assign((_, params: { readonly deployment: Deployment }) => ({ problem: refusalOf(params.deployment) })),
  },
  delays: {
    pollPause: 1_000,
  },
}).createMachine({
  id: 'deployment',
  context: ({ input }) => ({
    ...input,
    deployment: null,
    connector: null,
    problem: null,
    question: null,
    reading: null,
  }),
  output: ({ context }) => ({ connector: context.connector, problem: context.problem }),
  initial: 'opening',
  states: {
    // One that is under way is waited for before it is asked about: a connector that stays so must not be asked without pause.
    opening: { always: [{ guard: 'isUnderWay', target: 'waiting' }, { target: 'asking' }] },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'deployConnector',
        src: 'deployConnector',
        input: ({ context }) => ({
          connectorId: context.connectorId,
          revision: context.revision,
          ...(context.reading === null ? {} : { reading: context.reading }),
        }),
        onDone: {
          target: 'waiting',
          actions: { type: 'rememberDeployment', params: ({ event }) => ({ deployment: event.output }) },
        },
        onError: [
          {
            guard: { type: 'readingIsAsked', params: failure },
            target: 'choosing',
            actions: { type: 'rememberQuestion', params: failure },
          },
          { target: 'reading', actions: rememberProblem },
        ],
      },
    },
    /** Nothing was deployed. Whoever leaves it ends with the question as what hindered it. */
    choosing: {
      invoke: {
        id: 'question',
        src: 'question',
        input: ({ context }) => ({ question: known(context.question, 'question') }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => ({ reading: event.output }) },
            target: 'asking',
            actions: { type: 'rememberReading', params: ({ event }) => ({ reading: event.output }) },
          },
          { target: 'reading', actions: 'rememberLeft' },
        ],
        onError: { target: 'reading', actions: rememberProblem },
      },
    },
    waiting: { tags: 'busy', after: { pollPause: 'checking' } },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkDeployment',
        src: 'checkDeployment',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          {
            guard: { type: 'deploymentIsLive', params: ({ event }) => ({ deployment: event.output }) },
            target: 'reading',
            actions: { type: 'rememberDeployment', params: ({ event }) => ({ deployment: event.output }) },
          },
          {
            guard: { type: 'deploymentIsLost', params: ({ event }) => ({ deployment: event.output }) },
            target: 'reading',
            actions: [
              { type: 'rememberDeployment', params: ({ event }) => ({ deployment: event.output }) },
              { type: 'rememberRefusal', params: ({ event }) => ({ deployment: event.output }) },
            ],
          },
          {
            target: 'waiting',
            actions: { type: 'rememberDeployment', params: ({ event }) => ({ deployment: event.output }) },
          },
        ],
        onError: [
          {
            guard: { type: 'problemIsRetryable', params: failure },
            target: 'waiting',
          },
          { target: 'reading', actions: rememberProblem },
        ],
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readConnector',
        src: 'readConnector',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: {
          target: 'ended',
          actions: { type: 'rememberConnector', params: ({ event }) => ({ connector: event.output }) },
        },
        onError: {
          target: 'ended',
          actions: { type: 'rememberUnread', params: failure },
        },
      },
    },
    ended: { type: 'final' },
  },
})

/** What the server said of a failed deployment, in its words. */
function refusalOf(deployment: Deployment): Problem {
  const said = deployment.error
  if (said === null) return problem('connector/deploy-failed', { message: deployment.message })
  return toProblem(new ProblemError(said as Problem))
}

export type DeploymentActor = ActorRefFrom<typeof deploymentMachine>
export type DeploymentSnapshot = SnapshotFrom<typeof deploymentMachine>
