import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { AiIntegrations } from '#contract/settings/ai/ai-integrations.ts'
import { aiFields, aiProviders } from '#contract/settings/ai/ai-limits.ts'
import { draftOfAi } from '#src/machines/settings/ai-draft.ts'
import { aiTestMachine } from '#src/machines/settings/ai-test.machine.ts'
import { ProviderTest } from '#src/views/settings/ai/ProviderTest.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const cards = Object.fromEntries(aiProviders.map((it) => [it, { ...aiFields[it], apiKey: 'sk-1', enabled: true }]))
const draft = draftOfAi({
  ...{ ...cards, assistantProvider: 'built-in', allowPayloads: false, tokensADay: 1_000 },
} as unknown as AiIntegrations)

const fixture: Fixture<typeof aiTestMachine> = {
  view: (actor) => <ProviderTest actor={actor} provider="openai" draft={draft} />,
  inputs: { nothing: { provider: 'openai', draft: null } },
  answers: {
    send: {
      asks: { provider: 'openai', draft },
      answers: {
        'it accepts the key': { success: true, message: 'OpenAI accepted the API key.', models: ['tiny'] },
        'it refuses the key': { success: false, message: 'Test failed: OpenAI rejected the API key (HTTP 401).', models: [] },
      },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': {
      event: { type: 'user.requested', change: { provider: 'openai', draft } },
      says: 'test the provider',
      find: () => screen.queryByRole('button', { name: 'Test: OpenAI' }),
      use: (button, user) => user.click(button),
    },
    'user.cancelled': {
      says: 'stop waiting',
      find: () => screen.queryByRole('button', { name: 'Stop waiting: OpenAI' }),
      use: (button, user) => user.click(button),
    },
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const text = screen.getByRole('status').textContent
      if (response === null) expect(text).toBe('')
      else expect(text).toContain(response.message)
      expect(text.includes('Models: tiny')).toBe(response?.models.length === 1)
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => screen.getByRole('button', { name: 'Stop waiting: OpenAI' }),
  },
  delays: {},
  project: ({ request, response, problem }) => ({
    isAsked: request.draft !== null,
    isOk: response?.success ?? null,
    told: problem?.code ?? null,
  }),
  invariants: {},
}

describe('the test of a provider', () => {
  verifyShape(aiTestMachine)
  verifyEveryEdge(aiTestMachine, fixture)
})
