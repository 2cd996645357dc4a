/** What calls the palette: Ctrl K or ⌘ K for the search, `?` for the list of keys, and whatever in the page calls it. */

export type Call = 'search' | 'keys'

const calls = new EventTarget()

export const callPalette = (call: Call) => calls.dispatchEvent(new CustomEvent<Call>('call', { detail: call }))

/** Tells of each call, until the returned function is called. */
export function watchCalls(tell: (call: Call) => void): () => void {
  const hear = (event: Event) => tell((event as CustomEvent<Call>).detail)
  const press = (event: KeyboardEvent) => {
    const call = callOf(event)
    if (call === null) return
    event.preventDefault()
    tell(call)
  }
  calls.addEventListener('call', hear)
  addEventListener('keydown', press)
  return () => {
    calls.removeEventListener('call', hear)
    removeEventListener('keydown', press)
  }
}

function callOf({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, target, defaultPrevented }: KeyboardEvent): Call | null {
  if (repeat || defaultPrevented || altKey || isBehind()) return null
  if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') return 'search'
  return key === '?' && !ctrlKey && !metaKey && !takesText(target) ? 'keys' : null
}

export type Typing = {
  /** Hears no more. @returns what was typed until then. */
  readonly end: () => string
}

/** Hears what is typed in the page and keeps it from it, until its end: for whoever types on while the palette is loading. */
export function hearTyping(): Typing {
  let typed = ''
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if ([...event.key].length === 1) typed += event.key
    else return
    event.preventDefault()
  }
  addEventListener('keydown', hear, { capture: true })
  return {
    end: () => {
      removeEventListener('keydown', hear, { capture: true })
      return typed
    },
  }
}

/** A dialog that is not ours waits for an answer: nothing else opens over it. */
const isBehind = () => document.querySelector('dialog[open]:not([data-palette])') !== null

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !/^(button|checkbox|radio|range|submit)$/.test(target.type)))
