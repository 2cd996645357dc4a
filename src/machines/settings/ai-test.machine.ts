import type { ActorRefFrom } from 'xstate'
import type { AiTest } from '#contract/settings/ai/ai-integrations.ts'
import type { AiProvider } from '#contract/settings/ai/ai-limits.ts'
import { createRequestMachine } from '../kit/request.machine.ts'
import type { AiDraft } from './ai-draft.ts'

/** What is sent: the cards as they are written, saved or not. */
export type AiTestRequest = { readonly provider: AiProvider; readonly draft: AiDraft | null }

/** One question to a provider for its models, with what it said. */
export const aiTestMachine = createRequestMachine<AiTestRequest, AiTest>({ id: 'ai-test' })

export type AiTestActor = ActorRefFrom<typeof aiTestMachine>
