import { assign, setup } from 'xstate'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type DeploymentEnd, deploymentMachine } from '../../connectors/deployments/deployment.machine.ts'
import { readingQuestionMachine } from '../../connectors/deployments/reading-question.machine.ts'
import { type Failure, keepProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { comparisonMachine } from './comparison.machine.ts'
import * as by from './config-editor.changes.ts'
import type { ConfigEditorContext, ConfigEditorEvent, OpenedConfig, SavedConfig } from './config-editor.context.ts'
import { findingsOf, isPublished, written } from './config-text.ts'

type ById = { readonly connectorId: string }
type Answered = { readonly begins: DeployReading | null }
type Judged = { readonly verdict: ValidationResult }
type Publication = ById & { readonly revision: number; readonly config: ConnectorConfig; readonly reading?: DeployReading }

/** What the chart of a configuration's text is made of: its ports, guards, actions and limits. */
export const configEditorParts = setup({
  types: {
    context: {} as ConfigEditorContext,
    input: {} as ById,
    events: {} as ConfigEditorEvent,
    tags: {} as 'busy' | 'writable',
  },
  actors: {
    openConfig: unprovidedActor<OpenedConfig, ById>('openConfig'),
    checkConfig: unprovidedActor<ValidationResult, { readonly config: ConnectorConfig }>('checkConfig'),
    /** Saves and begins the deployment, both or neither. */
    publishConfig: unprovidedActor<Deployment, Publication>('publishConfig'),
    comparison: comparisonMachine,
    deployment: deploymentMachine,
    question: readingQuestionMachine,
  },
  guards: {
    isDeploying: (_, { saved }: OpenedConfig) => saved.isDeploying,
    isOvertaken: (_, { saved, kept }: OpenedConfig) => kept !== null && kept.revision !== saved.revision,
    isKept: (_, { kept }: OpenedConfig) => kept !== null,
    isNowhere: (_, { problem }: Failure) => problem.code === 'connector/not-found' || problem.code === 'request/malformed',
    isStale: (_, { problem }: Failure) => problem.code === 'connector/stale',
    readingIsAsked: (_, { problem }: Failure) => problem.code === 'cursor/would-drop',
    isAnswered: (_, { begins }: Answered) => begins !== null,
    isRetryable: (_, { problem }: Failure) => problem.retryable,
    isReadable: ({ context }) => 'config' in written(context.text),
    isSound: ({ context }, { verdict }: Judged) => findingsOf(context.config, verdict).isValid,
    isOurs: ({ context }, { saved }: OpenedConfig) => isPublished(context.text, saved),
    theirsAreKnown: ({ context }) => context.theirs !== null,
    theirsAreUnknown: ({ context }) => context.theirs === null,
    wentLive: (_, { problem }: DeploymentEnd) => problem === null,
  },
  actions: {
    show: assign((_, it: OpenedConfig) => by.shown(it)),
    takeUp: assign((_, it: OpenedConfig) => by.takenUp(it)),
    write: assign((_, { text }: { readonly text: string }) => ({ text })),
    restore: assign((_, it: by.Restored) => by.restored(it)),
    read: assign(({ context }) => by.read(context)),
    rememberVerdict: assign(({ context }, { verdict }: Judged) => ({ findings: findingsOf(context.config, verdict) })),
    rememberNoVerdict: assign(({ context }, { problem }: Failure) => ({ findings: findingsOf(context.config, null), problem })),
    rememberTheirs: assign((_, { theirs }: { readonly theirs: SavedConfig | null }) => ({ theirs })),
    overtake: assign(({ context }) => by.overtaken(context)),
    takeTheirs: assign(({ context }) => by.theirsTaken(context)),
    revert: assign(({ context }) => by.reverted(context)),
    rememberProblem: assign(keepProblem),
    rememberQuestion: assign((_, { problem }: Failure) => ({ question: problem })),
    rememberAnswer: assign((_, { begins }: Answered) => ({ begins })),
    forgetAnswer: assign({ begins: null }),
    rememberUnanswered: assign(({ context }) => ({ problem: context.question })),
    forgetProblem: assign({ problem: null }),
    forgetVerdict: assign({ findings: null, config: null, problem: null }),
    /** Before anything else: a page that is closed at this moment loses nothing. */
    keepInTab: () => {},
    forgetInTab: () => {},
    tellSound: () => {},
    tellPublished: () => {},
    copyText: () => {},
  },
  delays: { followLimit: 60_000 },
})
