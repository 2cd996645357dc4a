/** What the panel is shown in its test: an answer with a figure and a proposal, and a conversation. */
import type { Answer, Conversation, Message, Proposal } from '#contract/assistant/assistant.ts'
import type { Loaded, Place } from '#src/machines/assistant/turns.ts'

export const ids = {
  conversation: '0193a6f0-0000-7000-8000-00000000c001',
  answer: '0193a6f0-0000-7000-8000-00000000a001',
  question: '0193a6f0-0000-7000-8000-00000000b001',
  connector: '0193a6f0-0000-7000-8000-00000000d001',
} as const

export const dashboard: Place = { page: 'dashboard', connectorId: null }
export const details: Place = { page: 'integration-builder', connectorId: ids.connector }

export const proposal: Proposal = {
  ...{ kind: 'pause', connectorId: ids.connector, connectorName: 'Orders' },
  effect: [{ isItem: false, parts: [{ fact: 'f1' }, { text: ' open runs rest until then.' }] }],
}

const at = '2026-11-25T10:00:00.000Z'
export const answer: Answer = {
  ...{
    interactionId: ids.answer,
    conversationId: ids.conversation,
    speaker: 'built-in',
    provider: null,
    note: null,
    at,
    type: 'proposal',
    about: null,
  },
  message: 'Orders has 2 open runs.',
  sentences: [
    {
      isItem: false,
      parts: [
        { quote: 'Orders' },
        { text: ' has ' },
        { fact: 'f1' },
        { text: ' open runs, and ' },
        { fact: 'f9' },
        { text: 'nothing else.' },
      ],
    },
  ],
  facts: [{ id: 'f1', label: 'Open runs', value: 2, href: '/runs' }],
  proposals: [proposal],
  pressed: [],
  suggestions: ['Is everything ok?', 'How many records failed today?', 'Create a connector from Shopify to HubSpot'],
  intent: { type: 'pause', confidence: null, entities: { sourceSystem: null, targetSystem: null } },
  ...{ workflow: null, analytics: null, chartData: null, opinion: null },
}

export const turn: readonly Message[] = [
  { id: ids.question, type: 'user', content: 'Pause Orders', timestamp: at, page: 'dashboard', connectorName: null },
  { id: ids.answer, type: 'assistant', content: answer.message, timestamp: at, answer },
]
export const nothing: Loaded = { conversationId: null, messages: [] }
export const kept: Loaded = { conversationId: ids.conversation, messages: turn }
/** As it is loaded after its proposal was pressed. */
export const pressed: Loaded = {
  conversationId: ids.conversation,
  messages: turn.map((it) =>
    it.type === 'user'
      ? it
      : { ...it, answer: { ...answer, pressed: [{ place: 0, at, key: ids.question, href: '/details/7' }] } },
  ),
}
export const conversation: Conversation = { id: ids.conversation, title: 'Pause Orders', updatedAt: at, messages: 2 }
