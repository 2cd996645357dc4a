/** Calls of the assistant, and the ordinary calls that its proposals lead to. */
import { assistantEndpoints, type Conversation, type Message, type Proposal } from '#contract/assistant/assistant.ts'
import { assistantPageOf } from '#contract/assistant/assistant-limits.ts'
import { shapeEndpoints } from '#contract/connectors/config/shape.ts'
import { connectorEndpoints } from '#contract/connectors/details/connector.ts'
import { toProblem } from '#contract/kit/problem.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { startRun } from '../connectors/runs/run.service.ts'
import { pathNow } from '../kit/address/base.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create, mayBeMade } from '../kit/idempotent-create.ts'
import { keepInTab, readTabChanges } from '../kit/tab-changes.service.ts'

type Place = { readonly page: ReturnType<typeof assistantPageOf>; readonly connectorId: string | null }
type AssistantRequest = {
  readonly message: string
  readonly place: Place
  readonly conversationId: string | null
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
}
type Loaded = { readonly conversationId: string | null; readonly messages: readonly Message[] }

const turnMax = 8_000

export async function ask(access: Access, userId: string, asked: AssistantRequest, signal: AbortSignal): Promise<Loaded> {
  const { message, place, conversationId, turns } = asked
  const context = {
    currentPage: place.page,
    userContext: { userId },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(place.connectorId === null ? {} : { integrationId: place.connectorId }),
  }
  const body = {
    ...{ message, context },
    conversationHistory: turns.map(({ role, content }) => ({ role, content: content.slice(0, turnMax) })),
    ...(conversationId === null ? {} : { conversationId }),
  }
  // Sent again before its answer came, it is the same question.
  const { data } = await create(assistantEndpoints.chat, { access, body, signal })
  const connectorName = place.connectorId !== null && data.about?.connectorId === place.connectorId ? data.about.name : null
  const sent: Message = {
    ...{ id: crypto.randomUUID(), type: 'user', content: message, timestamp: data.at, page: place.page, connectorName },
  }
  const answer: Message = { id: data.interactionId, type: 'assistant', content: data.message, timestamp: data.at, answer: data }
  return { conversationId: data.conversationId, messages: [sent, answer] }
}

export async function listConversations(access: Access, signal: AbortSignal): Promise<readonly Conversation[]> {
  return (await call(assistantEndpoints.conversations, { access, signal })).conversations
}

const linked = 'chat'

/** The conversation that a link leads to; null of none. */
function linkedChat(): string | null {
  const id = new URLSearchParams(location.search).get(linked) ?? ''
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? id : null
}

/** The same, once: what is opened later is the newest again. */
export function takeLinkedChat(): string | null {
  const id = linkedChat()
  if (id === null) return null
  const url = new URL(location.href)
  url.searchParams.delete(linked)
  history.replaceState(history.state, '', url)
  return id
}

/** The one that is named, else the newest; nothing where there is none. */
export async function loadConversation(access: Access, id: string | null, signal: AbortSignal): Promise<Loaded> {
  const wanted = id ?? (await listConversations(access, signal))[0]?.id ?? null
  if (wanted === null) return { conversationId: null, messages: [] }
  const { messages } = await call(assistantEndpoints.conversation, { access, params: { id: wanted }, signal })
  return { conversationId: wanted, messages }
}

export async function removeConversation(access: Access, id: string, signal: AbortSignal): Promise<void> {
  await call(assistantEndpoints.forget, { access, params: { id }, signal })
}

/** Makes the calls that the person would make elsewhere. @returns where what they did is shown. */
async function made(access: Access, proposal: Proposal, key: string, signal: AbortSignal): Promise<string> {
  if (proposal.kind === 'create') {
    const { name, config, shapes } = proposal
    const body = { connector: { name }, config }
    const { connector } = await call(connectorEndpoints.create, { access, body, signal, key })
    await call(shapeEndpoints.save, { access, params: { id: connector._id }, body: shapes, signal })
    return `/start-integration/${connector._id}/source-configuration`
  }
  const { connectorId: id } = proposal
  if (proposal.kind === 'replay') {
    const { startDate, endDate } = proposal
    const body = { allFailed: true as const, delay: 0, startDate, endDate }
    const { replayId } = await call(replayEndpoints.planChosen, { access, params: { id }, body, signal, key })
    return `/details/${id}/studio?${new URLSearchParams({ tab: 'replay', replay: replayId })}`
  }
  if (proposal.kind === 'run') {
    await startRun(access, id, signal, key)
    return `/details/${id}?tab=runs`
  }
  const endpoint = proposal.kind === 'pause' ? connectorEndpoints.pause : connectorEndpoints.resume
  await call(endpoint, { access, params: { id }, signal, key })
  return `/details/${id}`
}

type Pressed = { readonly key: string; readonly proposal: Proposal }
type Found = { readonly href?: string; readonly isRefused?: true }

/** Once: what was pressed before, here or in another tab, gives its first result, and its calls have one key. */
export async function press(access: Access, pressed: Pressed, signal: AbortSignal): Promise<{ readonly href: string }> {
  const [id = '', place] = pressed.key.split('/')
  const keep = (found: Found = {}) =>
    call(assistantEndpoints.press, { access, params: { id }, signal, body: { place: Number(place), ...found } })
  const { href: before, key } = await keep()
  if (before !== null) return { href: before }
  try {
    const href = await made(access, pressed.proposal, key, signal)
    // It is done, whether or not that can be kept: pressed again, its key gives the same result.
    return { href: (await keep({ href }).catch(() => null))?.href ?? href }
  } catch (thrown) {
    const isAnswered = !mayBeMade(toProblem(thrown))
    if (isAnswered) await keep({ isRefused: true }).catch(() => {})
    throw thrown
  }
}

/** The connector whose page or step of building is shown. */
const connectorIn =
  /^\/(?:details|integration|data-mapping|start-integration|edit-integration)\/(?:[a-z-]{1,40}\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/

export const placeOf = (path: string): Place => ({
  page: assistantPageOf(path),
  connectorId: connectorIn.exec(path)?.[1] ?? null,
})
export const placeNow = (): Place => placeOf(pathNow())

/** A question that was typed and not sent outlives a reload of the tab. */
export const keepQuestion = (question: string): void => keepInTab('assistant', question === '' ? {} : { question })
export function readStoredQuestion(): string {
  const question = readTabChanges('assistant')?.['question']
  return typeof question === 'string' ? question : ''
}

const moves = ['popstate', 'pushState', 'replaceState'] as const

/** Tells of each other page, until the returned function is called. The router announces the moves that it makes. */
export function watchPages(tell: (place: Place) => void): () => void {
  const hear = () => tell(placeNow())
  for (const move of moves) addEventListener(move, hear)
  return () => {
    for (const move of moves) removeEventListener(move, hear)
  }
}
