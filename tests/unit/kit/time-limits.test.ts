// @vitest-environment happy-dom
/** The time limit of every request, written a second time, and what happens when it is over. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AnyActorLogic, type AnyStateMachine, createActor, StateMachine } from 'xstate'

import { type Problem, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { actorFrom, type TimeLimit } from '#src/services/kit/actor.ts'

const joined = import.meta.glob<Record<string, unknown>>('/src/services/**/*.actors.ts', { eager: true })

/** Stands for whatever a machine is joined to: nothing of it is used before the machine runs. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === Symbol.iterator ? undefined : anything),
  apply: () => anything,
})

type Limited = AnyActorLogic & Required<TimeLimit>

const machines = Object.values(joined).flatMap((module) =>
  Object.entries(module).flatMap(([name, it]): [string, AnyStateMachine][] => {
    if (it instanceof StateMachine) return [[name, it]]
    if (!/Machine$/.test(name) || typeof it !== 'function') return []
    return [[name, it(anything, anything, anything, anything)]]
  }),
)

const requests = new Map(
  machines.flatMap(([name, { implementations }]) =>
    Object.entries(implementations.actors as Readonly<Record<string, AnyActorLogic>>)
      .filter((entry): entry is [string, Limited] => 'limit' in entry[1])
      .map(([src, { limit, late }]) => [`${name} ${src}`, { limit, late }] as const),
  ),
)

const usual = { limit: 60_000, late: 'net/timeout' }

/** All others have the usual one. */
const limits: Readonly<Record<string, TimeLimit>> = {
  'liveAlarmBellMachine look': { limit: 10_000 },
  'liveAssistantMachine ask': { limit: 45_000 },
  'liveAssistantMachine list': { limit: 10_000 },
  'liveAssistantMachine load': { limit: 10_000 },
  'liveAnalyticsMachine readFigures': { late: { ...problem('net/timeout'), title: 'Get dashboard analytics failed' } },
  'liveBuilderMachine saveDraft': { late: 'connector/update-timeout' },
  'liveBulkMoveMachine moveAll': { limit: 300_000 },
  'liveChallengeMachine verifyMfa': { limit: 10_000, late: 'auth/mfa-timeout' },
  'liveConfigEditorMachine checkConfig': {
    limit: 15_000,
    late: {
      ...problem('config/not-checked', { message: problem('connector/check-timeout').message }),
      title: 'Validation Error',
    },
  },
  'liveConfigEditorMachine openConfig': { limit: 15_000 },
  'liveConfigEditorMachine publishConfig': { late: { ...problem('connector/deploy-timeout'), title: 'Publish Failed' } },
  'liveConnectorMachine pauseConnector': { late: 'connector/pause-timeout' },
  'liveConnectorMachine removeConnector': { late: 'connector/delete-timeout' },
  'liveConnectorMachine resumeConnector': { late: 'connector/resume-timeout' },
  'liveCreationMachine renewSession': { limit: null },
  'liveCursorMachine readCursor': { limit: 15_000 },
  'liveHookListeningMachine readListening': { limit: 15_000 },
  'liveHookListeningMachine readSample': { limit: 15_000 },
  'liveHookListeningMachine start': { limit: 15_000 },
  'liveHookListeningMachine stop': { limit: 15_000 },
  'livePasskeySetupMachine createPasskey': { limit: null },
  'livePushBrowserMachine subscribe': { limit: null },
  'livePasskeySignInMachine signInWithPasskey': { limit: null },
  'liveCursorMachine setCursor': { limit: null },
  'liveDeploymentMachine checkDeployment': { limit: 10_000 },
  'liveHookCallsMachine send': { limit: 15_000 },
  'liveHookMachine giveSecret': { limit: 15_000 },
  'liveHookMachine readHook': { limit: 15_000 },
  'liveHookMachine renewSecret': { limit: 15_000 },
  'liveHookMachine sendEvent': { limit: 15_000 },
  'liveEnrichmentProbeMachine probe': { limit: 30_000 },
  'liveMaintenanceMachine readMaintenance': { limit: 10_000 },
  'liveMappingMachine checkMapping': { limit: 15_000, late: 'mapping/check-timeout' },
  'liveOauthReturnMachine finishReturn': { limit: 20_000 },
  'liveOauthReturnMachine linkIdentity': { limit: 10_000 },
  'liveOauthStartMachine startAtProvider': { limit: 20_000 },
  'liveOpenApiMachine fetchDocument': { limit: 30_000 },
  'liveOpenApiMachine openFile': { late: 'take-away/unreadable' },
  'livePaletteMachine listConnectors': { limit: 10_000 },
  'liveProbeMachine probe': { limit: 30_000 },
  'liveRecordFileMachine send': { limit: 600_000 },
  'liveReplayMachine readStock': { limit: 15_000 },
  'liveRetryPlanMachine readPlan': { limit: 30_000 },
  'liveRetryPlanMachine readReplay': { limit: 20_000 },
  'liveRetryPlanMachine sendPlan': { limit: 20_000 },
  'liveRetryPlanMachine stopReplay': { limit: 20_000 },
  'liveReplayProgressMachine readReplay': { limit: 20_000 },
  'liveReplayProgressMachine startReplay': { limit: 20_000 },
  'liveReplayProgressMachine stopReplay': { limit: 20_000 },
  'liveResendMachine resendCode': { limit: 10_000 },
  'liveRequestPreviewMachine preview': { limit: 15_000 },
  'liveReviewMachine checkConfig': { limit: 15_000, late: 'connector/check-timeout' },
  'liveReviewMachine startRun': { limit: 15_000 },
  'liveRevisionMachine readNewest': { limit: 15_000 },
  'liveRuleMachine deleteRule': { late: 'mapping-rule/delete-failed' },
  'liveRuleMachine listRules': { late: 'mapping-rule/list-failed' },
  'liveRuleMachine saveRule': { late: 'mapping-rule/save-failed' },
  'liveRuleMachine validateRule': { late: 'mapping-rule/save-failed' },
  'liveSessionMachine refreshSession': { limit: 10_000 },
  'liveSessionMachine restoreSession': { limit: 10_000 },
  'liveSessionMachine signIn': { limit: 10_000, late: 'auth/sign-in-timeout' },
  'liveSessionMachine signOut': { limit: 10_000 },
  // The provider answers meanwhile.
  'liveSignInReturnMachine accept': { limit: 25_000 },
  'liveSignInReturnMachine finish': { limit: 25_000 },
  'liveSsoConnectionMachine startTest': { limit: 20_000 },
  'liveSsoStartMachine startAtCompany': { limit: 20_000 },
  'liveSetupMachine setUp': { limit: 10_000 },
  'liveStudioMachine readConnector': { limit: 10_000 },
  'liveUploadMachine readClipboard': { late: 'renderer/paste-failed' },
  'liveUploadMachine readFile': { late: 'renderer/unreadable' },
}

describe('the time limit', () => {
  it('of every request is the one that was agreed', () => {
    const others = [...requests].filter(([, it]) => it.limit !== usual.limit || it.late !== usual.late)
    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries(Object.entries(limits).map(([name, it]) => [name, { ...usual, ...it }])),
    )
    expect(requests.size).toBeGreaterThan(80)
  })

  // The builder saves again by itself only after such a problem; a person is offered to try again.
  it('of every request is a problem after which the same request may be made again', () => {
    const isRetryable = ({ late }: Required<TimeLimit>) =>
      typeof late === 'string' ? catalogue[late].retryable : late.retryable && catalogue[late.code].retryable
    expect([...requests].filter(([, it]) => !isRetryable(it))).toEqual([])
  })
})

describe('a request', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const open = (limit: TimeLimit, answer: Promise<string>) => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    const logic = actorFrom<string, void>((_, signal) => {
      signals.push(signal)
      return answer
    }, limit)
    const heard: (string | Problem)[] = []
    const actor = createActor(logic)
    actor.subscribe({
      next: ({ output }) => output !== undefined && heard.push(output),
      error: (thrown) => heard.push(toProblem(thrown)),
    })
    actor.start()
    return { actor, heard, isAborted: () => signals[0]?.aborted }
  }

  it('is aborted after 60 s, and said to have timed out', async () => {
    const { heard, isAborted } = open({}, new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(59_999)
    expect([heard, isAborted()]).toEqual([[], false])
    await vi.advanceTimersByTimeAsync(1)
    expect([heard, isAborted()]).toEqual([[problem('net/timeout')], true])
  })

  it('ends with its own limit and its own problem', async () => {
    const { heard } = open({ limit: 10_000, late: 'auth/sign-in-timeout' }, new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(heard).toEqual([problem('auth/sign-in-timeout')])
  })

  it('waits for a person as long as it takes', async () => {
    const { heard, isAborted } = open({ limit: null }, new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect([heard, isAborted()]).toEqual([[], false])
  })

  it('that was answered or refused is not aborted any more', async () => {
    for (const answer of [async () => 'done', () => Promise.reject(refusal('connector/not-found'))]) {
      const { heard, isAborted } = open({}, answer())
      await vi.advanceTimersByTimeAsync(60_000)
      expect(heard).toEqual([heard[0] === 'done' ? 'done' : problem('connector/not-found')])
      expect([isAborted(), vi.getTimerCount()]).toEqual([false, 0])
    }
  })

  it('is aborted with its state, and nothing is heard of it', async () => {
    const { actor, heard, isAborted } = open({}, new Promise(() => {}))
    actor.stop()
    expect(isAborted()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([heard, vi.getTimerCount()]).toEqual([[], 0])
  })
})
