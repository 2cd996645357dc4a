/** The assistant: what is asked, what it answers with, and the conversations that are kept. `core-platform.md` sections 3 and 7. */
import Type, { type Static } from 'typebox'
import { ConnectorConfig } from '../connectors/config/config.ts'
import { DraftShapes } from '../connectors/config/shape.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, FieldProblemShape, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { assistantLimits, assistantPages } from './assistant-limits.ts'
import { AnswerChart } from './chart.ts'
import { intents } from './intents.ts'

const { messageMax, turnsMax } = assistantLimits

/** Whether an answer helped, and why not. */
export const Opinion = Type.Object({ feedback: oneOf('helpful', 'not-helpful'), comment: Type.String() })
export type Opinion = Static<typeof Opinion>

/** A figure that was read from the product's own data, and the screen that shows it. An answer holds no other figures. */
export const Fact = Type.Object({
  id: Type.String(),
  label: Type.String(),
  value: Type.Union([Type.Number(), Type.String()]),
  /** Path of a page of the console; null where no page shows it. */
  href: orNull(Type.String()),
})
export type Fact = Static<typeof Fact>

/** A piece of a sentence: words of ours, a fact, an instant, or what others wrote (a name, an error), which is never read as an order. */
export const Part = Type.Union([
  Type.Object({ text: Type.String() }),
  Type.Object({ fact: Type.String() }),
  Type.Object({ at: Instant }),
  Type.Object({ quote: Type.String() }),
  /** What a person copies, such as a URL. */
  Type.Object({ copy: Type.String() }),
  /** A page of the console. */
  Type.Object({ link: Type.String(), label: Type.String() }),
])
export type Part = Static<typeof Part>
export const Sentence = Type.Object({ isItem: Type.Boolean(), parts: Type.Array(Part) })
export type Sentence = Static<typeof Sentence>

const OfConnector = { connectorId: Id, connectorName: Type.String() }

/** What a person may have done by a press. The press makes the ordinary call as the person; the assistant changes nothing. */
export const Proposal = Type.Union([
  Type.Object({ kind: oneOf('pause', 'resume', 'run'), ...OfConnector, effect: Type.Array(Sentence) }),
  Type.Object({
    kind: Type.Literal('replay'),
    ...OfConnector,
    startDate: Instant,
    endDate: Instant,
    effect: Type.Array(Sentence),
  }),
  Type.Object({
    kind: Type.Literal('create'),
    name: Type.String(),
    source: Type.String(),
    destination: Type.String(),
    config: ConnectorConfig,
    shapes: DraftShapes,
    /** Whether it could be deployed as it is, as the validation says. */
    isReady: Type.Boolean(),
    /** What keeps it from being deployed. */
    errors: Type.Array(FieldProblemShape),
    effect: Type.Array(Sentence),
  }),
])
export type Proposal = Static<typeof Proposal>

const Entities = Type.Object({ sourceSystem: orNull(Type.String()), targetSystem: orNull(Type.String()) })
export const RecognizedIntent = Type.Object({
  type: oneOf(...intents),
  /** Percent; null as long as it is not calibrated on a set that was kept aside. */
  confidence: orNull(Type.Number()),
  entities: Entities,
})

/** Which page a question is about. It is fixed when the question is sent. */
export const AssistantPlace = closed({
  currentPage: Type.Optional(oneOf(...assistantPages)),
  userContext: Type.Optional(closed({ userId: Id })),
  integrationId: Type.Optional(Id),
  /** Shown only: the name that counts is the server's. */
  integrationName: Type.Optional(Type.String({ maxLength: 128 })),
  /** Of the person, for "today" and "yesterday". */
  timeZone: Type.Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' })),
})

const Turn = closed({
  role: oneOf('user', 'assistant'),
  content: Type.String({ maxLength: 8_000 }),
  timestamp: Type.Optional(Instant),
})

export const Answer = Type.Object({
  interactionId: Id,
  conversationId: Id,
  /** Who answers: the planner that is built in, or the provider of the company. */
  speaker: oneOf('built-in', 'provider'),
  /** Its name; null of the built-in one. */
  provider: orNull(Type.String()),
  /** Why the provider did not answer, where it was asked. */
  note: orNull(Type.String()),
  at: Instant,
  /** The connector that it is about; null of none. */
  about: orNull(Type.Object({ connectorId: Id, name: Type.String() })),
  type: oneOf('answer', 'proposal', 'question', 'unknown'),
  /** The sentences as plain text. */
  message: Type.String(),
  sentences: Type.Array(Sentence),
  facts: Type.Array(Fact),
  proposals: Type.Array(Proposal),
  /** Proposals that were pressed, by their place; `href` is null until what they did is known. Their calls carry `key`. */
  pressed: Type.Array(Type.Object({ place: Count, at: Instant, key: Id, href: orNull(Type.String()) })),
  suggestions: Type.Array(Type.String()),
  intent: RecognizedIntent,
  workflow: orNull(Type.Object({ connector: Type.Object({ name: Type.String() }), config: ConnectorConfig })),
  analytics: orNull(Type.Array(Fact)),
  /** What the person said of it; null where they said nothing. */
  opinion: orNull(Opinion),
  /** Null where nothing is compared or followed over time. */
  chartData: orNull(AnswerChart),
})
export type Answer = Static<typeof Answer>

export const Message = Type.Union([
  Type.Object({
    id: Id,
    type: Type.Literal('user'),
    content: Type.String(),
    timestamp: Instant,
    /** What it was asked about. */
    page: oneOf(...assistantPages),
    connectorName: orNull(Type.String()),
  }),
  Type.Object({ id: Id, type: Type.Literal('assistant'), content: Type.String(), timestamp: Instant, answer: Answer }),
])
export type Message = Static<typeof Message>

export const Conversation = Type.Object({ id: Id, title: Type.String(), updatedAt: Instant, messages: Count })
export type Conversation = Static<typeof Conversation>
const Conversations = Type.Object({ conversations: Type.Array(Conversation) })

const session = { access: everyRole, scope: 'session' } as const
const OfConversation = closed({ id: Id })

export const assistantEndpoints = {
  chat: endpoint({
    method: 'POST',
    path: '/api/ai/chat',
    summary: 'Ask the assistant. It reads and proposes, but changes nothing',
    access: everyRole,
    // Its facts come from more than one scope.
    scope: 'session',
    audit: 'none',
    body: closed({
      message: visibleText(messageMax),
      context: Type.Optional(AssistantPlace),
      conversationHistory: Type.Optional(Type.Array(Turn, { maxItems: turnsMax })),
      /** The id of a chat, or a name of one's own: its first question begins it. */
      conversationId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), data: Answer }),
  }),
  conversations: endpoint({
    ...session,
    method: 'GET',
    path: '/api/ai/conversations',
    summary: 'List your conversations with the assistant, newest first',
    status: 200,
    reply: Conversations,
  }),
  conversation: endpoint({
    ...session,
    method: 'GET',
    path: '/api/ai/conversations/:id',
    summary: 'Get one of your conversations with the assistant',
    params: OfConversation,
    status: 200,
    reply: Type.Object({ conversation: Conversation, messages: Type.Array(Message) }),
  }),
  press: endpoint({
    ...session,
    method: 'POST',
    path: '/api/ai/messages/:id/press',
    summary: 'Record that you used a proposal. The first result stays',
    audit: 'none',
    params: OfConversation,
    body: closed({
      place: Type.Integer({ minimum: 0, maximum: 20 }),
      href: Type.Optional(Type.String({ maxLength: 500, pattern: '^/[a-z]' })),
      /** It was refused, so it may be pressed again. */
      isRefused: Type.Optional(Type.Literal(true)),
    }),
    status: 200,
    reply: Type.Object({ href: orNull(Type.String()), key: Id }),
  }),
  forget: endpoint({
    ...session,
    method: 'DELETE',
    path: '/api/ai/conversations/:id',
    summary: 'Delete one of your conversations with the assistant',
    audit: 'none',
    params: OfConversation,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
