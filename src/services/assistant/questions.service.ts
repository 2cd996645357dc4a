/** Questions that other pages hand to the assistant. They wait here while its panel is being loaded. */

const handedOver = 'datacrane:assistant'

/** Whether the page was opened by a link to a conversation. */
export const isLinked = (): boolean => new URLSearchParams(location.search).has('chat')

const listeners = new Set<() => void>()
let waiting: string | null = null
let count = 0

function hear(event: Event): void {
  const { detail } = event as CustomEvent<{ readonly message?: unknown } | null>
  if (typeof detail?.message !== 'string') return
  event.preventDefault()
  waiting = detail.message
  count += 1
  for (const tell of listeners) tell()
}

/** Hands a question to the assistant; an empty one opens it. @returns whether one is there: it prevents the default of the event. */
export const askAssistant = (message: string): boolean =>
  !dispatchEvent(new CustomEvent(handedOver, { detail: { message }, cancelable: true }))

/** Tells of each question, until the returned function is called. What nobody listens for any more is forgotten: somebody else may sign in. */
export function watchQuestions(tell: () => void): () => void {
  if (listeners.size === 0) addEventListener(handedOver, hear)
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    removeEventListener(handedOver, hear)
    waiting = null
    count = 0
  }
}

/** Questions since the first listener. */
export const questionCount = (): number => count

/** The newest question, once. */
export function takeQuestion(): string | null {
  const taken = waiting
  waiting = null
  return taken
}
